"use client";

import type { z } from "zod";
import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { TextField } from "#components/ui/text-field";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { words } from "./words.ts";

interface RenameDialogProps {
  /** The kind of the renamed object: "account". */
  thing: string;
  name: string;
  schema: z.ZodObject<{ name: z.ZodString }>;
  send: (name: string) => Promise<unknown>;
  onDone: () => unknown;
  onClose: () => void;
}

/** Asks for a new name. */
export function RenameDialog({ thing, name, schema, send, onDone, onClose }: RenameDialogProps) {
  const form = useSchemaForm({
    schema,
    fields: { name: { label: words.name } },
    initial: { name },
    send: (body) => send(body.name),
    onDone: () => {
      void onDone();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={words.rename(name)} action={words.rename(thing)} onClose={onClose}>
      <BoundField form={form} name="name">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
    </FormDialog>
  );
}

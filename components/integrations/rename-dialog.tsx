"use client";

import { useId } from "react";
import type { z } from "zod";
import { Banner } from "#components/ui/banner";
import { Button } from "#components/ui/button";
import { Dialog } from "#components/ui/dialog";
import { TextField } from "#components/ui/text-field";
import { useCheckedForm } from "#lib/browser/drafts/checked-form";

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
  const id = useId();
  const form = useCheckedForm({
    schema,
    initial: { name },
    labels: { name: "Name" },
    send: (body) => send(body.name),
    onDone: () => {
      void onDone();
      onClose();
    },
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Rename ${name}`}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            Rename {thing}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={form.submit} className="flex flex-col gap-3">
        {form.failure ? (
          <Banner tone="danger" title={form.failure.message} announce>
            Nothing was changed.
          </Banner>
        ) : null}
        <TextField
          label="Name"
          required
          autoFocus
          value={form.values.name}
          onChange={(given) => form.set("name", given)}
          error={form.problem("name")}
        />
      </form>
    </Dialog>
  );
}

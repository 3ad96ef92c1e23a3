"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { useWatch } from "react-hook-form";
import { BoundField } from "#components/ui/bound-field";
import { Button } from "#components/ui/button";
import { CopyButton } from "#components/ui/copy-button";
import { Dialog } from "#components/ui/dialog";
import { Form } from "#components/ui/form";
import { TextArea } from "#components/ui/text-area";
import { leaveShiftNote, rereadShiftNotes } from "#lib/browser/api/shift-notes";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { newShiftNote } from "#lib/shift-notes/model";
import { words } from "./words.ts";

const FIELDS = { text: { label: words.wishLabel, help: words.wishHelp } };

/** Keeps a wish that the EMR takes in no form: as a note on Today for all desks, or to be copied. */
export function WishSlip({ wish, onClose }: { wish: string; onClose: () => void }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const id = useId();
  const form = useSchemaForm({
    schema: newShiftNote,
    fields: FIELDS,
    initial: { text: wish },
    outcomes: { ...SAVES, refused: words.notLeft },
    send: (note, key) => leaveShiftNote(accountId, note, key),
    onDone: () => {
      void rereadShiftNotes(client, accountId);
      onClose();
    },
  });
  const text = useWatch({ control: form.methods.control, name: "text" });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.callToBook}
      footer={
        <>
          <Button onPress={onClose}>{words.close}</Button>
          <CopyButton label={words.copy} text={text} />
          <Button type="submit" form={id} variant="primary" pending={form.isPending}>
            {words.leave}
          </Button>
        </>
      }
    >
      <p className="text-muted">{words.takesNeither}</p>
      <Form form={form} id={id} label={words.callToBook}>
        <BoundField form={form} name="text">
          {(field) => <TextArea {...field} />}
        </BoundField>
      </Form>
    </Dialog>
  );
}

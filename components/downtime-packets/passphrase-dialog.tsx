"use client";

import { useQueryClient } from "@tanstack/react-query";
import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { TextField } from "#components/ui/text-field";
import { downtimePacketsKey, setDowntimePassphrase } from "#lib/browser/api/downtime-packets";
import { SAVES } from "#lib/browser/forms/failure-words";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { downtimePassphrase } from "#lib/resources/downtime-packets/model";

const FIELDS = {
  passphrase: {
    label: "Passphrase",
    help: "At least 12 characters, such as four words. Write it down where staff find it without a computer: it is never shown again.",
  },
};

/** Sets the passphrase that opens the account's downtime packets. It is kept in no draft. */
export function PassphraseDialog({ onClose }: { onClose: () => void }) {
  const accountId = useAccountId();
  const client = useQueryClient();
  const form = useSchemaForm({
    schema: downtimePassphrase,
    fields: FIELDS,
    initial: { passphrase: "" },
    outcomes: { ...SAVES, refused: "The passphrase was not changed." },
    send: (body, key) => setDowntimePassphrase(accountId, body, key),
    onDone: () => {
      void client.invalidateQueries({ queryKey: downtimePacketsKey(accountId) });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title="Downtime passphrase" action="Set the passphrase" onClose={onClose}>
      <p className="text-sm text-muted">
        Packets that exist keep the passphrase that they were made with. Those made from now on, each evening and on
        request, open with this one.
      </p>
      <BoundField form={form} name="passphrase">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
    </FormDialog>
  );
}

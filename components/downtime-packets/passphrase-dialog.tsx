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
import { words } from "./words.ts";

const FIELDS = {
  passphrase: {
    label: words.passphrase,
    help: words.passphraseHelp,
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
    outcomes: { ...SAVES, refused: words.passphraseNotChanged },
    send: (body, key) => setDowntimePassphrase(accountId, body, key),
    onDone: () => {
      void client.invalidateQueries({ queryKey: downtimePacketsKey(accountId) });
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={words.passphraseTitle} action={words.setPassphrase} onClose={onClose}>
      <p className="text-sm text-muted">{words.passphraseNote}</p>
      <BoundField form={form} name="passphrase">
        {(field) => <TextField {...field} autoFocus />}
      </BoundField>
    </FormDialog>
  );
}

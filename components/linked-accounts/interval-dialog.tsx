"use client";

import { BoundField } from "#components/ui/bound-field";
import { FormDialog } from "#components/ui/form-dialog";
import { NumberField } from "#components/ui/number-field";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { syncIntervalInput } from "#lib/administration/linked-accounts/new-account";
import { changeAccount } from "#lib/browser/api/managed-accounts";
import { useSchemaForm } from "#lib/browser/forms/use-schema-form";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./words.ts";

interface IntervalDialogProps {
  account: ManagedAccountModel;
  onDone: () => unknown;
  onClose: () => void;
}

/** Asks how often what changed in the EMR of a linked account is read between its nightly syncs. */
export function IntervalDialog({ account, onDone, onClose }: IntervalDialogProps) {
  const here = useAccountId();
  const { id, name, sync_interval_minutes, etag } = account;
  const form = useSchemaForm({
    schema: syncIntervalInput,
    fields: { sync_interval_minutes: { label: words.intervalMinutes, help: words.intervalHelp } },
    initial: { sync_interval_minutes },
    send: (body) => changeAccount(here, id, body, etag),
    onDone: () => {
      void onDone();
      onClose();
    },
  });
  return (
    <FormDialog form={form} title={words.intervalOf(name)} action={words.saveInterval} onClose={onClose}>
      <BoundField form={form} name="sync_interval_minutes">
        {(field) => <NumberField {...field} />}
      </BoundField>
    </FormDialog>
  );
}

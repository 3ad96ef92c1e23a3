"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { z } from "zod";
import { Banner } from "#components/ui/banner";
import { FormDialog } from "#components/ui/form-dialog";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { accountSyncKey } from "#lib/browser/api/account-sync";
import { linkedAccountKey } from "#lib/browser/api/linked-account";
import { changeAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useSeen } from "#lib/browser/forms/use-seen";
import { useAccountId } from "#lib/browser/session/account";
import { schemaOf } from "#lib/emr/connections";
import { ConnectionInputs } from "./connection-inputs.tsx";
import { connectionLines } from "./connection-lines.ts";
import { hasRecordFields } from "./link-steps.ts";
import { RecordInputs } from "./record-inputs.tsx";
import { useConnectionForm } from "./use-connection-form.ts";
import { words } from "./words.ts";

interface ReplaceConnectionProps {
  account: ManagedAccountModel;
  onClose: () => void;
}

/** Returns the lines of the connection that another has changed. */
function changesBetween(seen: ManagedAccountModel, current: ManagedAccountModel): string[] {
  const schema = schemaOf(current.emr_type);
  if (!schema) return [];
  const before = connectionLines(schema, seen);
  const now = new Map(connectionLines(schema, current).map((line) => [line.name, line]));
  const removed = before.filter(({ name }) => !now.has(name)).map(({ label }) => `${label}: ${words.noValue}`);
  const values = new Map(before.map(({ name, value }) => [name, value]));
  return [...now.values()]
    .filter(({ name, value }) => values.get(name) !== value)
    .map(({ label, value }) => `${label}: ${value}`)
    .concat(removed);
}

/** Replaces the address and the credentials of an account's connection, which is tried first. */
export function ReplaceConnection({ account, onClose }: ReplaceConnectionProps) {
  const schema = schemaOf(account.emr_type);
  const here = useAccountId();
  const client = useQueryClient();
  const router = useRouter();
  const { save } = useSeen(account, { title: words.savedMeanwhile, changesBetween, replacesNamedAlone: false });
  const form = useConnectionForm<ManagedAccountModel>({
    schema: schema ?? z.object({}),
    initial: account.connection ?? {},
    stored: account.secrets,
    refused: words.connectionStays,
    send: (connection) => save((ifMatch) => changeAccount(here, account.id, { connection }, ifMatch)),
    onDone: () => {
      void client.invalidateQueries({ queryKey: managedAccountsKey(here) });
      void client.invalidateQueries({ queryKey: accountSyncKey(account.id) });
      void client.invalidateQueries({ queryKey: linkedAccountKey(account.id) });
      router.refresh();
      onClose();
    },
  });
  if (!schema) return null;
  return (
    <FormDialog
      form={form}
      title={words.replaceConnectionOf(account.name)}
      action={words.testAndReplace}
      onClose={onClose}
    >
      <ConnectionInputs form={form} schema={schema} stored={account.secrets} />
      {hasRecordFields(schema) ? <RecordInputs form={form} systems={[]} /> : null}
      <Banner tone="info" title={words.testedFirst}>
        {words.testedFirstHint}
      </Banner>
    </FormDialog>
  );
}

"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Banner } from "#components/ui/banner";
import { Confirm } from "#components/ui/confirm";
import { Section } from "#components/ui/section";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { changeAccount, managedAccountsKey } from "#lib/browser/api/managed-accounts";
import { useAccountId, useMay } from "#lib/browser/session/account";
import { fieldWords } from "#lib/kernel/field-words";
import { words } from "./words.ts";
import { WriteRow } from "./write-row.tsx";

type WriteOperation = ManagedAccountModel["write_operations"][number];

/** Returns the operations by resource, which is the first part of their ids. */
function byResource(operations: readonly WriteOperation[]): [resource: string, operations: WriteOperation[]][] {
  const groups = Map.groupBy(operations, ({ operation }) => operation.split(":")[0] ?? "");
  return [...groups].map(([resource, all]) => [fieldWords(resource.replaceAll("-", "_")), all]);
}

/** Returns the function that switches a write on or off, and the state of the change in progress. */
function useSwitch({ id }: ManagedAccountModel) {
  const here = useAccountId();
  const client = useQueryClient();
  const router = useRouter();
  const change = useMutation({
    // Only the switch is sent: a list of all would undo the switches of another admin at the same time.
    mutationFn: ({ operation, on }: { operation: string; on: boolean }) =>
      changeAccount(here, id, on ? { switch_on: [operation] } : { switch_off: [operation] }),
    onSuccess: (changed) => {
      client.setQueryData<ManagedAccountModel[]>(managedAccountsKey(here), (accounts) =>
        accounts?.map((account) => (account.id === id ? changed : account)),
      );
      // Menus and forms follow the account in the page's frame, which the server renders.
      router.refresh();
    },
  });
  return change;
}

/**
 * Shows which operations may write to the EMR of an account, and what each does there. The first one that is switched on
 * is confirmed, because the EMR is read-only until then.
 */
export function WritesSection({ account }: { account: ManagedAccountModel }) {
  const mayChange = useMay("linked-accounts:update");
  const [asked, setAsked] = useState<WriteOperation | null>(null);
  const { mutate, mutateAsync, isPending, variables, error } = useSwitch(account);
  const on = account.write_operations.filter((each) => each.on && each.support !== "unsupported").length;
  const flip = (operation: WriteOperation, isOn: boolean) => {
    if (isOn && on === 0) setAsked(operation);
    else mutate({ operation: operation.operation, on: isOn });
  };
  return (
    <Section title={words.writes} note={on === 0 ? words.readOnly(account.name) : words.mayWrite(on, account.name)}>
      {error && !asked ? (
        <Banner tone="danger" title={error.message} announce>
          {words.nothingSwitched}
        </Banner>
      ) : null}
      <div className="grid gap-x-8 rounded-lg border border-line bg-surface px-4 py-2 lg:grid-cols-2">
        {byResource(account.write_operations).map(([resource, operations]) => (
          <section key={resource} aria-label={resource} className="py-2">
            <h3 className="text-xs font-medium text-faint">{resource}</h3>
            <ul className="divide-y divide-line">
              {operations.map((operation) => (
                <WriteRow
                  key={operation.operation}
                  operation={operation}
                  isOn={isPending && variables.operation === operation.operation ? variables.on : operation.on}
                  disabled={!mayChange || isPending}
                  onChange={(isOn) => flip(operation, isOn)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      {asked ? (
        <Confirm
          title={words.letWrite(account.name)}
          action={words.switchOn(asked.name)}
          onConfirm={() => mutateAsync({ operation: asked.operation, on: true })}
          onClose={() => setAsked(null)}
        >
          {asked.reason ? `${asked.name}: ${asked.reason.replace(/\.$/, "")}. ` : ""}
          {words.writeEffect(asked.name)}
        </Confirm>
      ) : null}
    </Section>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { managedAccounts } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { ConnectionSection } from "./connection-section.tsx";
import { WritesSection } from "./writes-section.tsx";

/** Shows the connection of this page's account and its switches; nothing for an EMR that needs neither. */
export function AccountEmr() {
  const here = useAccountId();
  const { data: accounts = [] } = useQuery(managedAccounts(here));
  const account = accounts.find(({ id }) => id === here);
  if (!account) return null;
  return (
    <>
      {account.connection ? <ConnectionSection account={account} /> : null}
      {account.connection || account.writes ? <WritesSection account={account} /> : null}
    </>
  );
}

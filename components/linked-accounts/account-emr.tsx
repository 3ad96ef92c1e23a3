"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { Skeleton } from "#components/ui/skeleton";
import { managedAccounts } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { WritesSection } from "./writes-section.tsx";

/** Names the fields of a connection by its schema, which the first view does not need. */
const ConnectionSection = dynamic(() => import("./connection-section.tsx").then((module) => module.ConnectionSection), {
  ssr: false,
  loading: () => <Skeleton className="h-56" />,
});

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

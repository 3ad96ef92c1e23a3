"use client";

import { useQuery } from "@tanstack/react-query";
import { Plug } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { ListSection } from "#components/list-page/list-section";
import { Button } from "#components/ui/button";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { managedAccounts } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { ACCOUNT_COLUMNS } from "./accounts-columns.tsx";
import { ACCOUNTS, words } from "./words.ts";

const LinkDrawer = dynamic(() => import("./link-drawer.tsx").then((module) => module.LinkDrawer), { ssr: false });

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["link"]);

const keyOf = ({ id }: ManagedAccountModel) => id;

/** Lists the organization's linked accounts with their states and actions. */
export function AccountsSection() {
  const query = useQuery(managedAccounts(useAccountId()));
  const [open, setOpen] = useQueryState("open", OPEN);
  const table = useTable("linked-accounts", ACCOUNT_COLUMNS);
  return (
    <ListSection
      title={words.linkedAccounts}
      action={
        <Button variant="primary" icon={<Plug aria-hidden="true" />} onPress={() => void setOpen("link")}>
          {words.linkAnEmr}
        </Button>
      }
      things={ACCOUNTS}
      table={table}
      query={query}
      rows={query.data ?? []}
      keyOf={keyOf}
      usual={2}
      empty={<EmptyState title={words.noLinkedAccounts} />}
    >
      {open === "link" ? <LinkDrawer onClose={() => void setOpen(null)} /> : null}
    </ListSection>
  );
}

"use client";

import { useQuery } from "@tanstack/react-query";
import { Link2Off, LoaderCircle, Plug, UserX } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { Badge } from "#components/ui/badge";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";
import { ListBody } from "#components/ui/list-body";
import { RelativeTime } from "#components/ui/relative-time";
import { Section } from "#components/ui/section";
import { Table, TableCell, TableHead, TableRow } from "#components/ui/table";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { managedAccounts } from "#lib/browser/api/managed-accounts";
import { useAccountId } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { AccountMenu } from "./account-menu.tsx";

const LinkDrawer = dynamic(() => import("./link-drawer.tsx").then((module) => module.LinkDrawer), { ssr: false });

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["link"]);

const COLUMNS = [
  { title: "Account" },
  { title: "EMR", className: "@max-lg:hidden" },
  { title: "Time zone", className: "@max-3xl:hidden" },
  { title: "State" },
  { title: "Synced", end: true, className: "@max-md:hidden" },
  { title: "Actions", end: true },
];

function State({ account, isOut }: { account: ManagedAccountModel; isOut: boolean }) {
  if (!account.active) return <Badge icon={<Link2Off aria-hidden="true" />}>Unlinked</Badge>;
  if (account.synced_at === null) {
    return (
      <Badge tone="info" icon={<LoaderCircle aria-hidden="true" className="animate-spin motion-reduce:animate-none" />}>
        First sync
      </Badge>
    );
  }
  if (!account.user_active) {
    return (
      <Badge tone="warning" icon={<UserX aria-hidden="true" />}>
        User inactive
      </Badge>
    );
  }
  if (isOut) {
    return (
      <Badge tone="danger" icon={<Link2Off aria-hidden="true" />}>
        EMR out
      </Badge>
    );
  }
  return (
    <Badge tone="success" icon={<Plug aria-hidden="true" />}>
      Linked
    </Badge>
  );
}

function AccountRow({ account }: { account: ManagedAccountModel }) {
  const isHere = account.id === useAccountId();
  // The EMR's state is derived from the account's own jobs, so it is queried for this page's account only.
  const state = useQuery({ ...linkedAccountState(account.id), enabled: isHere });
  return (
    <TableRow>
      <TableCell className="min-w-32">
        <Link href={`/a/${account.id}/integrations`} aria-current={isHere ? "page" : undefined}>
          <span className="break-words">{account.name}</span>
        </Link>
        {isHere ? <span className="block text-xs text-faint">this account</span> : null}
      </TableCell>
      <TableCell className="text-muted @max-lg:hidden">{emrName(account.emr_type)}</TableCell>
      <TableCell className="text-muted @max-3xl:hidden">{account.timezone}</TableCell>
      <TableCell>
        <State account={account} isOut={isHere && Boolean(state.data?.emr_out_since)} />
      </TableCell>
      <TableCell end className="text-muted @max-md:hidden">
        {account.synced_at ? <RelativeTime at={account.synced_at} /> : "not yet"}
      </TableCell>
      <TableCell end>
        <AccountMenu account={account} />
      </TableCell>
    </TableRow>
  );
}

/** Lists the organization's linked accounts with their states and actions. */
export function AccountsSection() {
  const query = useQuery(managedAccounts(useAccountId()));
  const [open, setOpen] = useQueryState("open", OPEN);
  const accounts = query.data ?? [];
  return (
    <Section
      title="Linked accounts"
      action={
        <Button variant="primary" icon={<Plug aria-hidden="true" />} onPress={() => void setOpen("link")}>
          Link an EMR
        </Button>
      }
    >
      <ListBody
        things="linked accounts"
        query={query}
        count={accounts.length}
        usual={2}
        empty={<EmptyState title="No linked accounts" />}
      >
        <Table label="Linked accounts">
          <TableHead columns={COLUMNS} />
          <tbody>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </tbody>
        </Table>
      </ListBody>
      {open === "link" ? <LinkDrawer onClose={() => void setOpen(null)} /> : null}
    </Section>
  );
}

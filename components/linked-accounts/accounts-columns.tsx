"use client";

import { useQuery } from "@tanstack/react-query";
import { KeyRound, Link2Off, LoaderCircle, Plug, UserX } from "lucide-react";
import { Badge } from "#components/ui/badge";
import type { Column } from "#components/ui/data-table/column.ts";
import { Link } from "#components/ui/link";
import { RelativeTime } from "#components/ui/relative-time";
import type { ManagedAccountModel } from "#lib/administration/linked-accounts/model";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccountId } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { AccountMenu } from "./account-menu.tsx";
import { words } from "./words.ts";

/** An account's state. The EMR's is derived from the account's own jobs, so it is asked for this page's account only. */
function State({ account }: { account: ManagedAccountModel }) {
  const isHere = account.id === useAccountId();
  const { data } = useQuery({ ...linkedAccountState(account.id), enabled: isHere });
  const isOut = isHere && Boolean(data?.emr_out_since);
  if (!account.active) return <Badge icon={<Link2Off aria-hidden="true" />}>{words.unlinked}</Badge>;
  if (account.state === "login_required") {
    return (
      <Badge tone="danger" icon={<KeyRound aria-hidden="true" className="max-sm:hidden" />}>
        {words.needsAttention}
      </Badge>
    );
  }
  if (account.synced_at === null) {
    return (
      <Badge tone="info" icon={<LoaderCircle aria-hidden="true" className="animate-spin motion-reduce:animate-none" />}>
        {words.firstSync}
      </Badge>
    );
  }
  if (!account.user_active) {
    return (
      <Badge tone="warning" icon={<UserX aria-hidden="true" />}>
        {words.userInactive}
      </Badge>
    );
  }
  if (isOut) {
    return (
      <Badge tone="danger" icon={<Link2Off aria-hidden="true" />}>
        {words.emrOut}
      </Badge>
    );
  }
  return (
    <Badge tone="success" icon={<Plug aria-hidden="true" />}>
      {words.linked}
    </Badge>
  );
}

function Name({ account }: { account: ManagedAccountModel }) {
  const isHere = account.id === useAccountId();
  return (
    <>
      <Link href={`/a/${account.id}/integrations`} aria-current={isHere ? "page" : undefined}>
        {account.name}
      </Link>
      {isHere ? <span className="block text-xs text-faint">{words.thisAccount}</span> : null}
    </>
  );
}

/** The columns of the table of linked accounts. */
export const ACCOUNT_COLUMNS: readonly Column<ManagedAccountModel>[] = [
  {
    id: "name",
    title: words.account,
    always: true,
    grow: 1,
    className: "whitespace-normal",
    sort: ({ name }) => name,
    cell: (account) => <Name account={account} />,
  },
  {
    id: "emr_type",
    title: words.emr,
    hideBelow: "lg",
    sort: ({ emr_type }) => emrName(emr_type),
    cell: ({ emr_type }) => <span className="text-muted">{emrName(emr_type)}</span>,
  },
  {
    id: "timezone",
    title: words.timeZone,
    hideBelow: "3xl",
    sort: ({ timezone }) => timezone,
    cell: ({ timezone }) => <span className="text-muted">{timezone}</span>,
  },
  { id: "state", title: words.state, always: true, cell: (account) => <State account={account} /> },
  {
    id: "synced_at",
    title: words.synced,
    end: true,
    hideBelow: "md",
    sort: ({ synced_at }) => synced_at ?? "",
    cell: ({ synced_at: at }) => <span className="text-muted">{at ? <RelativeTime at={at} /> : words.notYet}</span>,
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (account) => <AccountMenu account={account} />,
  },
];

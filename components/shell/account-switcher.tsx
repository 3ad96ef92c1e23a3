"use client";

import { useQuery } from "@tanstack/react-query";
import { ChevronsUpDown, CloudOff, TriangleAlert } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuSection } from "#components/ui/menu";
import { formatExact } from "#components/ui/time-words";
import { useZoneName } from "#components/ui/time-zone";
import { useNow } from "#components/ui/use-now";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { accountSync } from "#lib/browser/api/account-sync";
import { linkedAccountState } from "#lib/browser/api/linked-account";
import { useAccount } from "#lib/browser/session/account";
import { emrName } from "#lib/emr/kinds";
import { type AccountState, accountStateOf, pageForAccount } from "./account-words.ts";
import { words } from "./words.ts";

/** Loaded when the menu is opened. */
const KindAges = dynamic(() => import("./kind-ages.tsx").then((module) => module.KindAges), { loading: () => null });

/** Stands for a missing time. */
const NEVER = new Date(0).toISOString();

const LOOKS: Record<AccountState["state"], { className: string; icon: ReactNode }> = {
  out: { className: "text-danger", icon: <CloudOff aria-hidden="true" className="size-3 shrink-0" /> },
  stale: { className: "text-warning", icon: <TriangleAlert aria-hidden="true" className="size-3 shrink-0" /> },
  fresh: { className: "", icon: null },
};

/** Shows the time of the account's last sync, or since when its EMR is out. Updates live. */
function Freshness({ account }: { account: LinkedAccountModel }) {
  const { data } = useQuery(linkedAccountState(account.id));
  const { data: kinds } = useQuery(accountSync(account.id));
  const now = useNow(60_000);
  const { state, at, words } = accountStateOf(data ?? { ...account, emr_out_since: null }, now ?? Date.now(), kinds);
  const zoneName = useZoneName(at ?? NEVER);
  const { className, icon } = LOOKS[state];
  return (
    <span
      suppressHydrationWarning
      title={at ? formatExact(at, account.timezone) : undefined}
      className={`inline-flex min-w-0 items-center gap-1 tabular-nums ${className}`}
    >
      {icon}
      <span className="truncate">{at && zoneName ? `${words} ${zoneName}` : words}</span>
    </span>
  );
}

/** Shows the page's linked account and the state of its data; switches to the same page of another account. */
export function AccountSwitcher({ accounts }: { accounts: readonly LinkedAccountModel[] }) {
  const account = useAccount();
  const pathname = usePathname();
  const router = useRouter();
  const trigger = (
    <Button className="flex min-w-0 items-center gap-1.5 rounded-md px-2 py-1 text-left max-sm:px-1 transition-colors duration-100 data-hovered:bg-hover aria-expanded:bg-hover">
      <span className="sr-only">{words.linkedAccount}:</span>
      <span className="min-w-0">
        <span className="block truncate text-sm leading-4.5 font-medium text-fg">{account.name}</span>
        <span className="flex items-center gap-1 truncate text-xs leading-4 text-faint">
          <span className="truncate max-lg:hidden">{emrName(account.emr_type)}</span>
          <span aria-hidden="true" className="max-lg:hidden">
            ·
          </span>
          <Freshness account={account} />
        </span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
    </Button>
  );
  return (
    <Menu label={words.linkedAccounts} trigger={trigger} footing={<KindAges accountId={account.id} />}>
      <MenuSection
        title={account.organization_name}
        selected={account.id}
        onSelect={(id) => router.push(pageForAccount(pathname, id))}
      >
        {accounts.map(({ id, name, emr_type }) => (
          <MenuItem key={id} id={id} label={name} detail={emrName(emr_type)} />
        ))}
      </MenuSection>
    </Menu>
  );
}

"use client";

import { ChevronsUpDown, TriangleAlert } from "lucide-react";
import { usePathname, useRouter } from "next/navigation";
import { Button } from "react-aria-components/Button";
import { Menu, MenuItem, MenuSection } from "#components/ui/menu";
import { useNow } from "#components/ui/use-now";
import { useAccount } from "#lib/client/account";
import type { LinkedAccountModel } from "#lib/models/linked-account";
import { emrName, freshnessOf, pageForAccount } from "./account-words.ts";

function Freshness({ account }: { account: LinkedAccountModel }) {
  const now = useNow(60_000);
  const { words, isStale } = freshnessOf(account, now ?? Date.now());
  return (
    <span
      suppressHydrationWarning
      title={`Times of ${account.timezone}`}
      className={`inline-flex items-center gap-1 tabular-nums ${isStale ? "text-warning" : ""}`}
    >
      {isStale && <TriangleAlert aria-hidden="true" className="size-3" />}
      {words}
    </span>
  );
}

/** The linked account that the page is about, and how fresh its data is; leads to the same page of another one. */
export function AccountSwitcher({ accounts }: { accounts: readonly LinkedAccountModel[] }) {
  const account = useAccount();
  const pathname = usePathname();
  const router = useRouter();
  const trigger = (
    <Button className="flex min-w-0 items-center gap-1.5 rounded-md px-2 py-1 text-left max-sm:px-1 transition-colors duration-100 data-hovered:bg-hover aria-expanded:bg-hover">
      <span className="sr-only">Linked account:</span>
      <span className="min-w-0">
        <span className="block truncate text-sm leading-4.5 font-medium text-fg">{account.name}</span>
        <span className="flex items-center gap-1 truncate text-xs leading-4 text-faint">
          <span className="truncate max-sm:hidden">{emrName(account.emr_type)}</span>
          <span aria-hidden="true" className="max-sm:hidden">
            ·
          </span>
          <Freshness account={account} />
        </span>
      </span>
      <ChevronsUpDown aria-hidden="true" className="size-3.5 shrink-0 text-faint" />
    </Button>
  );
  return (
    <Menu label="Linked accounts" trigger={trigger}>
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

import { SearchX } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { emrName } from "#lib/emr/kinds";
import { words } from "./words.ts";

/** Replaces the page of an inaccessible account and lists the accessible ones. */
export function AccountChoice({ accounts }: { accounts: readonly LinkedAccountModel[] }) {
  const choice = (
    <ul className="flex flex-col gap-1.5">
      {accounts.map(({ id, name, emr_type }) => (
        <li key={id}>
          <Link href={`/a/${id}`}>{name}</Link> <span className="text-sm text-faint">{emrName(emr_type)}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <EmptyState
      icon={<SearchX aria-hidden="true" />}
      title={words.noSuchAccount}
      action={accounts.length > 0 ? choice : null}
    >
      {words.noSuchAccountHint}
      {accounts.length > 0 ? ` ${words.theseAreYours}` : null}
    </EmptyState>
  );
}

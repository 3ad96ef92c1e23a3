import { SearchX } from "lucide-react";
import { EmptyState } from "#components/ui/empty-state";
import { Link } from "#components/ui/link";
import type { LinkedAccountModel } from "#lib/administration/linked-accounts/model";
import { emrName } from "#lib/emr/kinds";

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
      title="There is no such account here"
      action={accounts.length > 0 ? choice : null}
    >
      The address may be mistyped, or the account belongs to another organization.
      {accounts.length > 0 ? " These are yours:" : null}
    </EmptyState>
  );
}

"use client";

import { CredentialState } from "#components/ui/credential-state";
import type { Column, HiddenBelow } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { formatDate } from "#components/ui/time-words";
import type { McpTokenModel } from "#lib/administration/mcp-tokens/model";
import { useAccount } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { OAuthGrantModel } from "#lib/oauth/model";
import { STATES, scopeWords, words } from "./words.ts";

/** What an assistant works with: a token that an admin made, or what a person granted by OAuth. */
type Access = McpTokenModel | OAuthGrantModel;

/** Statuses in which access can still be revoked: a deactivated person's works again with their account. */
const REVOCABLE: ReadonlySet<Access["status"]> = new Set(["active", "person_deactivated"]);

/** Says whether access can still be revoked. */
export const isRevocable = ({ status }: Pick<Access, "status">): boolean => REVOCABLE.has(status);

const State = ({ status }: Pick<Access, "status">) => (
  <CredentialState isAccepted={status === "active"}>{STATES[status]}</CredentialState>
);

function EndDay({ at }: { at: string }) {
  const { timezone } = useAccount();
  return formatDate(todayIn(timezone, new Date(at)));
}

/** Shows a name over lines that explain it, and the state where its column has no room. */
export function AccessName({ name, lines, status }: Pick<Access, "status"> & { name: string; lines: string[] }) {
  return (
    <>
      <span className="block truncate font-medium" title={name}>
        {name}
      </span>
      {lines.map((line) => (
        <span key={line} className="block truncate text-xs text-faint" title={line}>
          {line}
        </span>
      ))}
      <span className="mt-1 block @sm:hidden">
        <State status={status} />
      </span>
    </>
  );
}

/** Returns the column of what access allows, hidden in a table that is narrower than `hideBelow`. */
export const scopesColumn = (hideBelow: HiddenBelow): Column<Access> => ({
  id: "scopes",
  title: words.scopes,
  hideBelow,
  cell: (access) => <span className="text-muted">{scopeWords(access)}</span>,
});

/** The columns of the state of access, of its end and of its last use. */
export const STANDING_COLUMNS: readonly Column<Access>[] = [
  {
    id: "status",
    title: words.state,
    hideBelow: "sm",
    sort: ({ status }) => STATES[status],
    cell: ({ status }) => <State status={status} />,
  },
  {
    id: "expires_at",
    title: words.ends,
    end: true,
    hideBelow: "xl",
    sort: ({ expires_at }) => expires_at,
    cell: ({ expires_at }) => (
      <span className="text-muted">
        <EndDay at={expires_at} />
      </span>
    ),
  },
  {
    id: "last_used_at",
    title: words.lastUsed,
    end: true,
    hideBelow: "xl",
    sort: ({ last_used_at }) => last_used_at ?? "",
    cell: ({ last_used_at: at }) => <span className="text-muted">{at ? <RelativeTime at={at} /> : words.never}</span>,
  },
];

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CredentialState } from "#components/ui/credential-state";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { RevokeButton } from "#components/ui/revoke-button";
import { formatDate } from "#components/ui/time-words";
import type { McpTokenModel } from "#lib/administration/mcp-tokens/model";
import { mcpTokensKey, revokeMcpToken } from "#lib/browser/api/mcp-tokens";
import { useAccount, useAccountId } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import { STATES, scopeWords, words } from "./words.ts";

/** Statuses of tokens that can still be revoked: a deactivated person's token works again with their account. */
const REVOCABLE: ReadonlySet<McpTokenModel["status"]> = new Set(["active", "person_deactivated"]);

function Revoke({ token: { id, name } }: { token: McpTokenModel }) {
  const accountId = useAccountId();
  const cache = useQueryClient();
  return (
    <RevokeButton
      name={name}
      onRevoke={async () => {
        await revokeMcpToken(accountId, id);
        await cache.invalidateQueries({ queryKey: mcpTokensKey(accountId) });
      }}
    >
      {words.revocationEffect}
    </RevokeButton>
  );
}

const State = ({ status }: Pick<McpTokenModel, "status">) => (
  <CredentialState isAccepted={status === "active"}>{STATES[status]}</CredentialState>
);

function EndDay({ at }: { at: string }) {
  const { timezone } = useAccount();
  return formatDate(todayIn(timezone, new Date(at)));
}

/** The columns of the table of MCP tokens. */
export const TOKEN_COLUMNS: readonly Column<McpTokenModel>[] = [
  {
    id: "name",
    title: words.name,
    always: true,
    grow: 1,
    sort: ({ name }) => name,
    cell: ({ name, user_name: person, status }) => (
      <>
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="block truncate text-xs text-faint" title={person}>
          {person}
        </span>
        <span className="mt-1 block @sm:hidden">
          <State status={status} />
        </span>
      </>
    ),
  },
  {
    id: "scopes",
    title: words.scopes,
    hideBelow: "3xl",
    cell: (token) => <span className="text-muted">{scopeWords(token)}</span>,
  },
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
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (token) => (REVOCABLE.has(token.status) ? <Revoke token={token} /> : null),
  },
];

"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Column } from "#components/ui/data-table/column.ts";
import { RevokeButton } from "#components/ui/revoke-button";
import type { McpTokenModel } from "#lib/administration/mcp-tokens/model";
import { mcpTokensKey, revokeMcpToken } from "#lib/browser/api/mcp-tokens";
import { useAccountId } from "#lib/browser/session/account";
import { AccessName, isRevocable, STANDING_COLUMNS, scopesColumn } from "./access-columns.tsx";
import { words } from "./words.ts";

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

/** The columns of the table of MCP tokens. */
export const TOKEN_COLUMNS: readonly Column<McpTokenModel>[] = [
  {
    id: "name",
    title: words.name,
    always: true,
    grow: 1,
    sort: ({ name }) => name,
    cell: ({ name, user_name, status }) => <AccessName name={name} lines={[user_name]} status={status} />,
  },
  scopesColumn("3xl"),
  ...STANDING_COLUMNS,
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (token) => (isRevocable(token) ? <Revoke token={token} /> : null),
  },
];

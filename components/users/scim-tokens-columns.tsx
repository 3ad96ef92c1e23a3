"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CredentialState } from "#components/ui/credential-state";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { RevokeButton } from "#components/ui/revoke-button";
import type { ScimTokenModel } from "#lib/administration/scim-tokens/model";
import { revokeScimToken, scimTokensKey } from "#lib/browser/api/scim-tokens";
import { useAccountId } from "#lib/browser/session/account";
import { words } from "./directory-words.ts";

function Revoke({ token: { id, name } }: { token: ScimTokenModel }) {
  const accountId = useAccountId();
  const cache = useQueryClient();
  return (
    <RevokeButton
      name={name}
      onRevoke={async () => {
        await revokeScimToken(accountId, id);
        await cache.invalidateQueries({ queryKey: scimTokensKey(accountId) });
      }}
    >
      {words.revocationEffect}
    </RevokeButton>
  );
}

const State = ({ status }: Pick<ScimTokenModel, "status">) => (
  <CredentialState isAccepted={status === "active"}>{words[status]}</CredentialState>
);

/** The columns of the table of SCIM tokens. */
export const SCIM_TOKEN_COLUMNS: readonly Column<ScimTokenModel>[] = [
  {
    id: "name",
    title: words.name,
    always: true,
    grow: 2,
    sort: ({ name }) => name,
    cell: ({ name, status }) => (
      <>
        <span className="block truncate font-medium" title={name}>
          {name}
        </span>
        <span className="mt-1 block @sm:hidden">
          <State status={status} />
        </span>
      </>
    ),
  },
  {
    id: "admin_role",
    title: words.adminRole,
    grow: 1,
    hideBelow: "lg",
    sort: ({ admin_role }) => admin_role ?? "",
    cell: ({ admin_role: role }) => (
      <span className="text-muted" title={role ?? undefined}>
        {role ?? words.noRole}
      </span>
    ),
  },
  {
    id: "status",
    title: words.state,
    hideBelow: "sm",
    sort: ({ status }) => words[status],
    cell: ({ status }) => <State status={status} />,
  },
  {
    id: "last_used_at",
    title: words.lastUsed,
    end: true,
    hideBelow: "lg",
    sort: ({ last_used_at }) => last_used_at ?? "",
    cell: ({ last_used_at: at }) => <span className="text-muted">{at ? <RelativeTime at={at} /> : words.never}</span>,
  },
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (token) => (token.status === "active" ? <Revoke token={token} /> : null),
  },
];

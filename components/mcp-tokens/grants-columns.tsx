"use client";

import { useQueryClient } from "@tanstack/react-query";
import type { Column } from "#components/ui/data-table/column.ts";
import { RevokeButton } from "#components/ui/revoke-button";
import { oauthGrantsKey, revokeOAuthGrant, type Whose } from "#lib/browser/api/oauth-grants";
import { useAccountId } from "#lib/browser/session/account";
import type { OAuthGrantModel } from "#lib/oauth/model";
import { AccessName, isRevocable, STANDING_COLUMNS, scopesColumn } from "./access-columns.tsx";
import { words as grantWords } from "./grant-words.ts";
import { words } from "./words.ts";

function Revoke({ grant: { id, client_name }, whose }: { grant: OAuthGrantModel; whose: Whose }) {
  const accountId = useAccountId();
  const cache = useQueryClient();
  return (
    <RevokeButton
      name={client_name}
      onRevoke={async () => {
        await revokeOAuthGrant(accountId, whose, id);
        await cache.invalidateQueries({ queryKey: oauthGrantsKey(accountId, whose) });
      }}
    >
      {words.revocationEffect}
    </RevokeButton>
  );
}

/** Returns the columns of the table of grants; the person is named in that of everyone's. */
export const grantsColumns = (whose: Whose): readonly Column<OAuthGrantModel>[] => [
  {
    id: "name",
    title: words.name,
    always: true,
    grow: 1,
    sort: ({ client_name }) => client_name,
    cell: ({ client_name, client_host, user_name, status }) => (
      <AccessName
        name={client_name}
        lines={whose === "everyone" ? [client_host, user_name] : [client_host]}
        status={status}
      />
    ),
  },
  {
    id: "account",
    title: grantWords.account,
    hideBelow: "2xl",
    sort: ({ linked_account_name }) => linked_account_name,
    cell: ({ linked_account_name }) => (
      <span className="text-muted">{linked_account_name || grantWords.unnamedAccount}</span>
    ),
  },
  scopesColumn("4xl"),
  ...STANDING_COLUMNS,
  {
    id: "actions",
    title: words.actions,
    end: true,
    always: true,
    cell: (grant) => (isRevocable(grant) ? <Revoke grant={grant} whose={whose} /> : null),
  },
];

"use client";

import { useQueryClient } from "@tanstack/react-query";
import { CredentialState } from "#components/ui/credential-state";
import type { Column } from "#components/ui/data-table/column.ts";
import { RelativeTime } from "#components/ui/relative-time";
import { RevokeButton } from "#components/ui/revoke-button";
import { formatDate } from "#components/ui/time-words";
import { oauthGrantsKey, revokeOAuthGrant, type Whose } from "#lib/browser/api/oauth-grants";
import { useAccount, useAccountId } from "#lib/browser/session/account";
import { todayIn } from "#lib/kernel/dates";
import type { OAuthGrantModel } from "#lib/oauth/model";
import { GRANT_STATES, words } from "./grant-words.ts";
import { scopeWords } from "./words.ts";

/** States in which a grant can still be revoked. */
const REVOCABLE: ReadonlySet<OAuthGrantModel["status"]> = new Set(["active", "person_deactivated"]);

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

function EndDay({ at }: { at: string }) {
  const { timezone } = useAccount();
  return formatDate(todayIn(timezone, new Date(at)));
}

const State = ({ status }: Pick<OAuthGrantModel, "status">) => (
  <CredentialState isAccepted={status === "active"}>{GRANT_STATES[status]}</CredentialState>
);

/** Returns the columns of the table of grants; the person is named in that of everyone's. */
export const grantsColumns = (whose: Whose): readonly Column<OAuthGrantModel>[] => [
  {
    id: "name",
    title: words.assistant,
    always: true,
    grow: 1,
    sort: ({ client_name }) => client_name,
    cell: ({ client_name, client_host, user_name, status }) => (
      <>
        <span className="block truncate font-medium" title={client_name}>
          {client_name}
        </span>
        <span className="block truncate text-xs text-faint" title={client_host}>
          {client_host}
        </span>
        {whose === "everyone" ? <span className="block truncate text-xs text-faint">{user_name}</span> : null}
        <span className="mt-1 block @sm:hidden">
          <State status={status} />
        </span>
      </>
    ),
  },
  {
    id: "account",
    title: words.account,
    hideBelow: "2xl",
    sort: ({ linked_account_name }) => linked_account_name,
    cell: ({ linked_account_name }) => (
      <span className="text-muted">{linked_account_name || words.unnamedAccount}</span>
    ),
  },
  {
    id: "scopes",
    title: words.may,
    hideBelow: "4xl",
    cell: (grant) => <span className="text-muted">{scopeWords(grant)}</span>,
  },
  {
    id: "status",
    title: words.state,
    hideBelow: "sm",
    sort: ({ status }) => GRANT_STATES[status],
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
    cell: (grant) => (REVOCABLE.has(grant.status) ? <Revoke grant={grant} whose={whose} /> : null),
  },
];

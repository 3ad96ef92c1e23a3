"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ListSection } from "#components/list-page/list-section";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import { oauthGrants, type Whose } from "#lib/browser/api/oauth-grants";
import { useAccountId } from "#lib/browser/session/account";
import type { OAuthGrantModel } from "#lib/oauth/model";
import { GRANTS, words } from "./grant-words.ts";
import { grantsColumns } from "./grants-columns.tsx";
import { OAuthSwitch } from "./oauth-switch.tsx";

const keyOf = ({ id }: OAuthGrantModel) => id;

/** Lists what people have granted to assistants by OAuth, and revokes it; admins also switch it on. */
export function GrantsSection({ whose }: { whose: Whose }) {
  const query = useQuery(oauthGrants(useAccountId(), whose));
  const table = useTable(
    "oauth-grants",
    useMemo(() => grantsColumns(whose), [whose]),
  );
  return (
    <ListSection
      title={words.connected}
      note={whose === "own" ? words.ownNote : words.connectedNote}
      intro={whose === "everyone" ? <OAuthSwitch /> : null}
      things={GRANTS}
      table={table}
      query={query}
      rows={query.data ?? []}
      keyOf={keyOf}
      empty={<EmptyState title={words.none}>{whose === "own" ? words.ownNoneHint : words.noneHint}</EmptyState>}
    />
  );
}

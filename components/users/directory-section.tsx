"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { FolderSync } from "lucide-react";
import dynamic from "next/dynamic";
import { CredentialsSection } from "#components/list-page/credentials-section";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import type { ScimTokenModel } from "#lib/administration/scim-tokens/model";
import { scimTokens, scimTokensKey } from "#lib/browser/api/scim-tokens";
import { useAccountId } from "#lib/browser/session/account";
import { SCIM_TOKENS, words } from "./directory-words.ts";
import { SCIM_TOKEN_COLUMNS } from "./scim-tokens-columns.tsx";

const NewScimTokenDialog = dynamic(
  () => import("./new-scim-token-dialog.tsx").then((module) => module.NewScimTokenDialog),
  { ssr: false },
);

const keyOf = ({ id }: ScimTokenModel) => id;

interface DirectorySectionProps {
  /** Whether the form of a new token is open, which the page keeps in its address. */
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
}

/** Lists the tokens with which the organization's own directory manages its people. */
export function DirectorySection({ isOpen, onOpen }: DirectorySectionProps) {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(scimTokens(accountId));
  const table = useTable("scim-tokens", SCIM_TOKEN_COLUMNS);
  return (
    <CredentialsSection
      title={words.title}
      note={words.note}
      create={words.newToken}
      label={words.tokens}
      things={SCIM_TOKENS}
      table={table}
      query={query}
      rows={query.data ?? []}
      keyOf={keyOf}
      empty={
        <EmptyState icon={<FolderSync aria-hidden="true" />} title={words.none}>
          {words.noneHint}
        </EmptyState>
      }
      isOpen={isOpen}
      onOpen={onOpen}
      form={NewScimTokenDialog}
      onMade={() => void cache.invalidateQueries({ queryKey: scimTokensKey(accountId) })}
      shown={({ name, token }) => ({
        title: words.tokenOf(name),
        secrets: [{ label: words.token, value: token }],
        note: (
          <>
            {words.address}: <code className="break-all text-fg">{`${window.location.origin}/scim/v2`}</code>
          </>
        ),
      })}
    />
  );
}

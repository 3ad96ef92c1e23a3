"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bot } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { CredentialsSection } from "#components/list-page/credentials-section";
import { useTable } from "#components/ui/data-table/use-table.ts";
import { EmptyState } from "#components/ui/empty-state";
import type { McpTokenModel } from "#lib/administration/mcp-tokens/model";
import { mcpTokens, mcpTokensKey } from "#lib/browser/api/mcp-tokens";
import { useAccountId } from "#lib/browser/session/account";
import { TOKEN_COLUMNS } from "./tokens-columns.tsx";
import { MCP_TOKENS, words } from "./words.ts";

const NewTokenDialog = dynamic(() => import("./new-token-dialog.tsx").then((module) => module.NewTokenDialog), {
  ssr: false,
});

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["mcp-token"]);

const keyOf = ({ id }: McpTokenModel) => id;

/** Lists the MCP tokens of this page's account. */
export function TokensSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(mcpTokens(accountId));
  const [open, setOpen] = useQueryState("open", OPEN);
  const table = useTable("mcp-tokens", TOKEN_COLUMNS);
  return (
    <CredentialsSection
      title={words.tokens}
      note={words.note}
      create={words.newToken}
      things={MCP_TOKENS}
      table={table}
      query={query}
      rows={query.data ?? []}
      keyOf={keyOf}
      empty={
        <EmptyState icon={<Bot aria-hidden="true" />} title={words.none}>
          {words.noneHint}
        </EmptyState>
      }
      isOpen={open === "mcp-token"}
      onOpen={(isOpen) => void setOpen(isOpen ? "mcp-token" : null)}
      form={NewTokenDialog}
      onMade={() => void cache.invalidateQueries({ queryKey: mcpTokensKey(accountId) })}
      shown={({ name, token }) => ({
        title: words.tokenOf(name),
        secrets: [{ label: words.token, value: token }],
        note: (
          <>
            {words.endpoint}: <code className="break-all text-fg">{`${window.location.origin}/mcp`}</code>
          </>
        ),
      })}
    />
  );
}

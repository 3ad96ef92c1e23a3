"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bot, Plus } from "lucide-react";
import dynamic from "next/dynamic";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { useState } from "react";
import { Button } from "#components/ui/button";
import { EmptyState } from "#components/ui/empty-state";
import { ListBody } from "#components/ui/list-body";
import { SecretDialog } from "#components/ui/secret-dialog";
import { Section } from "#components/ui/section";
import { Table, TableHead } from "#components/ui/table";
import type { NewMcpTokenModel } from "#lib/administration/mcp-tokens/model";
import { mcpTokens, mcpTokensKey } from "#lib/browser/api/mcp-tokens";
import { useAccountId } from "#lib/browser/session/account";
import { TokenRow } from "./token-row.tsx";
import { words } from "./words.ts";

const NewTokenDialog = dynamic(() => import("./new-token-dialog.tsx").then((module) => module.NewTokenDialog), {
  ssr: false,
});

/** The open form is kept in the URL, so that a reload restores it with its draft. */
const OPEN = parseAsStringLiteral(["mcp-token"]);

const COLUMNS = [
  { title: words.name },
  { title: words.scopes, className: "@max-2xl:hidden" },
  { title: words.state },
  { title: words.ends, className: "@max-xl:hidden" },
  { title: words.lastUsed, end: true, className: "@max-xl:hidden" },
  { title: words.actions, end: true },
];

/** Lists the MCP tokens of this page's account. */
export function TokensSection() {
  const accountId = useAccountId();
  const cache = useQueryClient();
  const query = useQuery(mcpTokens(accountId));
  const [open, setOpen] = useQueryState("open", OPEN);
  const [made, setMade] = useState<NewMcpTokenModel | null>(null);
  const tokens = query.data ?? [];
  return (
    <Section
      title={words.tokens}
      note={words.note}
      action={
        <Button icon={<Plus aria-hidden="true" />} onPress={() => void setOpen("mcp-token")}>
          {words.newToken}
        </Button>
      }
    >
      <ListBody
        things="MCP tokens"
        query={query}
        count={tokens.length}
        empty={
          <EmptyState icon={<Bot aria-hidden="true" />} title={words.none}>
            {words.noneHint}
          </EmptyState>
        }
      >
        <Table label={words.tokens}>
          <TableHead columns={COLUMNS} />
          <tbody>
            {tokens.map((token) => (
              <TokenRow key={token.id} token={token} />
            ))}
          </tbody>
        </Table>
      </ListBody>
      {open === "mcp-token" ? (
        <NewTokenDialog
          onMade={(token) => {
            setMade(token);
            void setOpen(null);
            void cache.invalidateQueries({ queryKey: mcpTokensKey(accountId) });
          }}
          onClose={() => void setOpen(null)}
        />
      ) : null}
      {made ? (
        <SecretDialog
          title={`The token of ${made.name}`}
          secrets={[{ label: words.token, value: made.token }]}
          onClose={() => setMade(null)}
        >
          <p>
            {words.endpoint}: <code className="break-all text-fg">{`${window.location.origin}/mcp`}</code>
          </p>
        </SecretDialog>
      ) : null}
    </Section>
  );
}

import { queryOptions } from "@tanstack/react-query";
import { call, submit } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The query key of an account's MCP tokens. */
export const mcpTokensKey = (accountId: string) => ["mcp_tokens", accountId] as const;

/** GET /mcp-tokens: every token of the account. */
export const mcpTokens = (accountId: string) =>
  queryOptions({
    queryKey: mcpTokensKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /mcp-tokens", "mcp_tokens", { signal }),
  });

/** POST /mcp-tokens: the response contains the token, only this once. */
export const makeMcpToken = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  submit(accountId, "POST /mcp-tokens", body, { idempotencyKey });

/** DELETE /mcp-tokens/{id}: revokes the token permanently. */
export const revokeMcpToken = (accountId: string, id: string) => call(accountId, "DELETE /mcp-tokens/{id}", { id });

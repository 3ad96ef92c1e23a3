import { queryOptions } from "@tanstack/react-query";
import { call, submit } from "./fetcher.ts";
import { readAll } from "./read-all.ts";

/** The query key of the organization's SCIM tokens. */
export const scimTokensKey = (accountId: string) => ["scim_tokens", accountId] as const;

/** GET /scim-tokens: every token of the organization. */
export const scimTokens = (accountId: string) =>
  queryOptions({
    queryKey: scimTokensKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /scim-tokens", "scim_tokens", { signal }),
  });

/** POST /scim-tokens: the response contains the token, only this once. */
export const makeScimToken = (accountId: string, body: Record<string, unknown>, idempotencyKey: string) =>
  submit(accountId, "POST /scim-tokens", body, { idempotencyKey });

/** DELETE /scim-tokens/{id}: revokes the token permanently. */
export const revokeScimToken = (accountId: string, id: string) => call(accountId, "DELETE /scim-tokens/{id}", { id });

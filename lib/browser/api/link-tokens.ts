import { call } from "./fetcher.ts";
import { pagesOf } from "./pages.ts";

const PAGE = 20;

/** GET /link-tokens: the links that an API client has asked for, newest first, page by page. */
export const linkTokens = (accountId: string, clientId: string) =>
  pagesOf({
    accountId,
    route: "GET /link-tokens",
    list: "link_tokens",
    query: { api_client_id: clientId },
    limit: PAGE,
  });

/** The first part of the query key of every list of links. */
export const LINK_TOKENS = ["link_tokens"] as const;

/** DELETE /link-tokens/{id}: the token is refused, and its view closes. */
export const endLink = (accountId: string, id: string) => call(accountId, "DELETE /link-tokens/{id}", { id });

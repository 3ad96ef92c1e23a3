import { authorizedFetch } from "#lib/browser/session/authority";
import type { Transport } from "#lib/client/package/face.d";

/**
 * Returns how the typed client's code reaches `/v1` from this page for one linked account (decisions §2): the session
 * cookie or an embedded view's token identifies the user, the `X-Linked-Account` header the account.
 */
export const transportTo = (accountId: string, fetch: Transport["fetch"] = authorizedFetch): Transport => ({
  baseUrl: "/v1",
  headers: { "x-linked-account": accountId },
  fetch: (address, init) => fetch(address, { ...init, cache: "no-store" }),
});

import { queryOptions } from "@tanstack/react-query";
import { call, submit } from "./fetcher.ts";

/** The query key of the organization's own OpenID provider. */
export const ownProviderKey = (accountId: string) => ["own-provider", accountId] as const;

/** GET /organizations/provider: the organization's own OpenID provider. */
export const ownProvider = (accountId: string) =>
  queryOptions({
    queryKey: ownProviderKey(accountId),
    queryFn: ({ signal }) => call(accountId, "GET /organizations/provider", {}, { signal }),
  });

/** PUT /organizations/provider. */
export const setOwnProvider = (accountId: string, body: Record<string, unknown>, ifMatch: string) =>
  submit(accountId, "PUT /organizations/provider", body, { ifMatch });

/** DELETE /organizations/provider. */
export const removeOwnProvider = (accountId: string, ifMatch: string) =>
  call(accountId, "DELETE /organizations/provider", {}, { ifMatch });

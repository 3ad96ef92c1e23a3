import { queryOptions } from "@tanstack/react-query";
import type { OwnProviderModel } from "#lib/administration/own-provider/model";
import { call } from "./fetcher.ts";

/** The query key of the organization's own OpenID provider. */
export const ownProviderKey = (accountId: string) => ["own-provider", accountId] as const;

interface Answer {
  own_provider: OwnProviderModel | null;
  redirect_uri: string;
}

const PATH = "/organizations/provider";

/** GET /organizations/provider: the organization's own OpenID provider. */
export const ownProvider = (accountId: string) =>
  queryOptions({
    queryKey: ownProviderKey(accountId),
    queryFn: ({ signal }) => call<Answer>(accountId, PATH, { signal }),
  });

/** PUT /organizations/provider. */
export const setOwnProvider = (accountId: string, body: Record<string, unknown>) =>
  call<Answer>(accountId, PATH, { method: "PUT", body });

/** DELETE /organizations/provider. */
export const removeOwnProvider = (accountId: string) => call<Answer>(accountId, PATH, { method: "DELETE" });

import { queryOptions } from "@tanstack/react-query";
import type { ProviderModel } from "#lib/models/provider";
import { readAll } from "./read-all.ts";

/** Every list of an account's providers in the cache. */
export const providersKey = (accountId: string) => ["providers", accountId] as const;

/** GET /providers: all of the practice's, active or not. */
export const providers = (accountId: string) =>
  queryOptions({
    queryKey: providersKey(accountId),
    queryFn: ({ signal }) => readAll<ProviderModel>(accountId, "/providers", "providers", { signal }),
    staleTime: 60_000,
  });

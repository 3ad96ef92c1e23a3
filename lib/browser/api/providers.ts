import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** Cache key of every list of an account's providers. */
export const providersKey = (accountId: string) => ["providers", accountId] as const;

/** GET /providers: all providers of the practice, active or not. */
export const providers = (accountId: string) =>
  queryOptions({
    queryKey: providersKey(accountId),
    queryFn: ({ signal }) => readAll(accountId, "GET /providers", "providers", { signal }),
    staleTime: 60_000,
  });

/** Refresh interval for changes by other users, which the stream does not report. */
const LOOK_AGAIN_MS = 4_000;

/** The providers, refreshed while the page is visible. A refresh waits while this user's own change is in progress. */
export const liveProviders = (client: QueryClient, accountId: string) => ({
  ...providers(accountId),
  refetchInterval: () => (client.isMutating({ mutationKey: providersKey(accountId) }) > 0 ? false : LOOK_AGAIN_MS),
});

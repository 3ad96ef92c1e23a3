import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { ProviderModel } from "#lib/resources/providers/model";
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

/** The stream tells nothing of what another person switches: it shows after so long. */
const LOOK_AGAIN_MS = 4_000;

/** The same, kept up with what others change while the page is in sight. A change of our own on its way is waited for. */
export const liveProviders = (client: QueryClient, accountId: string) => ({
  ...providers(accountId),
  refetchInterval: () => (client.isMutating({ mutationKey: providersKey(accountId) }) > 0 ? false : LOOK_AGAIN_MS),
});

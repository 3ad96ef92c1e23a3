import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  MutationCache,
  type Query,
  QueryCache,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";
import { reportExpired } from "#lib/browser/session/session-expiry";
import { ApiFailure, isForbidden, isLoginLost, isPassing } from "./api-failure.ts";
import { LINKED_ACCOUNTS } from "./linked-account.ts";

const onError = (error: unknown): void => {
  if (error instanceof ApiFailure && error.status === 401) reportExpired();
};

/** Returns whether a query is read again by itself: not what the person may not ask for, until the page is loaded anew. */
export const isReadAgain = ({ state }: Pick<Query, "state">): boolean => !isForbidden(state.error);

/**
 * A cache in which an invalidation also reaches the queries that are being read for the first time. The library keeps
 * such a read although it may have begun before the change, and would show its answer as fresh. Here the query is read
 * once more after it has arrived; a first read is never cancelled, so frequent changes cannot keep a list from arriving.
 */
class LiveQueryClient extends QueryClient {
  readonly #again = new WeakMap<Query, Promise<void>>();

  override async invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const first = this.getQueryCache()
      .findAll({ ...filters, type: "active", fetchStatus: "fetching" })
      .filter((query) => filters?.refetchType !== "none" && query.state.data === undefined);
    await Promise.all([...first.map((query) => this.#readAgain(query)), super.invalidateQueries(filters, options)]);
  }

  #readAgain(query: Query): Promise<void> {
    const known = this.#again.get(query);
    if (known) return known;
    const again = (async () => {
      await query.fetch().catch(() => undefined);
      this.#again.delete(query);
      if (!isReadAgain(query)) return;
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true });
    })();
    this.#again.set(query, again);
    return again;
  }
}

/** Creates the one cache of a browser tab. The stream's messages update it, so data stays fresh without polling. */
export function makeQueryClient(): QueryClient {
  const onRefusedWrite = (error: unknown): void => {
    onError(error);
    // What the pages know of the account is older than the refusal, and would not say why.
    if (isLoginLost(error)) void client.invalidateQueries({ queryKey: LINKED_ACCOUNTS });
  };
  const client = new LiveQueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: onRefusedWrite }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        refetchOnWindowFocus: isReadAgain,
        refetchOnReconnect: isReadAgain,
        retry: (failures, error) => failures < 2 && isPassing(error),
        retryDelay: (failures) => Math.min(4_000, 500 * 2 ** failures),
      },
      mutations: { networkMode: "always" },
    },
  });
  return client;
}

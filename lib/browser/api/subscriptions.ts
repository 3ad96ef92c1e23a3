import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

const PATH = "/subscriptions";
const key = (accountId: string) => ["subscriptions", accountId] as const;

interface Subscriptions {
  event_types: string[];
}

/** GET /subscriptions: the event types that the API client gets. */
export const subscriptions = (accountId: string) =>
  queryOptions({
    queryKey: key(accountId),
    queryFn: async ({ signal }) => (await call<Subscriptions>(accountId, PATH, { signal })).event_types,
    staleTime: 30_000,
  });

/** One event type, wanted from now on or no longer. */
export interface SubscriptionChange {
  type: string;
  wanted: boolean;
}

const withChange = (types: readonly string[], { type, wanted }: SubscriptionChange): string[] =>
  wanted ? [...new Set([...types, type])] : types.filter((each) => each !== type);

/**
 * PUT /subscriptions, as the options of a mutation: a switch shows at once, and moves back where the server refuses it.
 * One after the other: each sends the set as the one before left it.
 */
export const changeSubscription = (client: QueryClient, accountId: string) => {
  const put = (change: SubscriptionChange) =>
    client.setQueryData<string[]>(key(accountId), (types) => types && withChange(types, change));
  return {
    scope: { id: `subscriptions ${accountId}` },
    mutationFn: async (change: SubscriptionChange) => {
      const { event_types } = await call<Subscriptions>(accountId, PATH);
      return call<Subscriptions>(accountId, PATH, {
        method: "PUT",
        body: { event_types: withChange(event_types, change) },
      });
    },
    onMutate: async (change: SubscriptionChange) => {
      await client.cancelQueries({ queryKey: key(accountId) });
      put(change);
    },
    onError: (_error: Error, { type, wanted }: SubscriptionChange) => put({ type, wanted: !wanted }),
    onSettled: () => client.invalidateQueries({ queryKey: key(accountId) }),
  };
};

import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { changeCurrent } from "./change-current.ts";
import { call } from "./fetcher.ts";

const key = (accountId: string) => ["subscriptions", accountId] as const;

/** GET /subscriptions: the event types that the API client receives. */
export const subscriptions = (accountId: string) =>
  queryOptions({
    queryKey: key(accountId),
    queryFn: async ({ signal }) => (await call(accountId, "GET /subscriptions", {}, { signal })).event_types,
    staleTime: 30_000,
  });

/** One event type, switched on or off. */
export interface SubscriptionChange {
  type: string;
  wanted: boolean;
}

const withChange = (types: readonly string[], { type, wanted }: SubscriptionChange): string[] =>
  wanted ? [...new Set([...types, type])] : types.filter((each) => each !== type);

/**
 * PUT /subscriptions, as the options of a mutation: a switch shows at once and reverts if the server refuses it.
 * Changes run one after the other, because each sends the whole set as the previous one left it.
 */
export const changeSubscription = (client: QueryClient, accountId: string) => {
  const put = (change: SubscriptionChange) =>
    client.setQueryData<string[]>(key(accountId), (types) => types && withChange(types, change));
  return {
    scope: { id: `subscriptions ${accountId}` },
    mutationFn: async (change: SubscriptionChange) => {
      let present = await call(accountId, "GET /subscriptions", {});
      return changeCurrent<typeof present, unknown>(
        present.etag,
        (ifMatch) => {
          const event_types = withChange(present.event_types, change);
          return call(accountId, "PUT /subscriptions", { event_types }, { ifMatch });
        },
        // A switch replaces its own type alone, so it fits whatever the others are now.
        (current) => {
          present = current;
          return true;
        },
      );
    },
    onMutate: async (change: SubscriptionChange) => {
      await client.cancelQueries({ queryKey: key(accountId) });
      put(change);
    },
    onError: (_error: Error, { type, wanted }: SubscriptionChange) => put({ type, wanted: !wanted }),
    onSettled: () => client.invalidateQueries({ queryKey: key(accountId) }),
  };
};

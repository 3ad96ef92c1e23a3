import { queryOptions, useQueries } from "@tanstack/react-query";
import { readAll } from "./read-all.ts";

/** GET /orders/catalog: the items of a type that earlier searches found. */
export const orderCatalog = (accountId: string, type: string) =>
  queryOptions({
    queryKey: ["orders-catalog", accountId, type],
    queryFn: ({ signal }) => readAll(accountId, "GET /orders/catalog", "items", { query: { type }, signal }),
    staleTime: 300_000,
  });

/**
 * Returns a function for the catalog's name of an item: its id if the name is unknown or not loaded yet. Loads the
 * given types.
 */
export function useItemNames(accountId: string, types: readonly string[]): (type: string, itemId: string) => string {
  const found = useQueries({ queries: types.map((type) => orderCatalog(accountId, type)) });
  return (type, itemId) => found[types.indexOf(type)]?.data?.find(({ item_id }) => item_id === itemId)?.name ?? itemId;
}

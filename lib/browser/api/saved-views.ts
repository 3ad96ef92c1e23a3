import { queryOptions } from "@tanstack/react-query";
import type { ViewList } from "#lib/administration/saved-views/model";
import { readAll } from "./read-all.ts";

/** Key of the saved views of all lists of an account. */
export const savedViewsKey = (accountId: string) => ["saved-views", accountId] as const;

/** GET /saved-views: the user's own views of one of this account's lists, by name. */
export const savedViews = (accountId: string, list: ViewList) =>
  queryOptions({
    queryKey: [...savedViewsKey(accountId), list],
    queryFn: ({ signal }) => readAll(accountId, "GET /saved-views", "saved_views", { query: { list }, signal }),
    staleTime: 60_000,
  });

import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** Refresh interval for a sync or an outage that no job of this page reports. */
const LOOK_AGAIN_MS = 60_000;

/** Refresh interval during an outage: the server checks meanwhile whether the EMR answers again. */
const LOOK_AGAIN_OUT_MS = 10_000;

/** The beginning of the query keys of linked accounts. */
export const LINKED_ACCOUNTS = ["linked-account"] as const;

/** The query key of the page's linked account. */
export const linkedAccountKey = (accountId: string) => [...LINKED_ACCOUNTS, accountId] as const;

/** GET /linked-accounts/{id}: how fresh the account's data is, and whether its EMR responds. */
export const linkedAccountState = (accountId: string) =>
  queryOptions({
    queryKey: linkedAccountKey(accountId),
    queryFn: async ({ signal }) =>
      (await call(accountId, "GET /linked-accounts/{id}", { id: accountId }, { signal })).linked_account,
    refetchInterval: ({ state }) => (state.data?.emr_out_since ? LOOK_AGAIN_OUT_MS : LOOK_AGAIN_MS),
  });

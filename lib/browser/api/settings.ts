import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/**
 * GET /settings: the practice's settings as of the last sync, such as the payment methods and the clinic's time zone.
 */
export const settings = (accountId: string) =>
  queryOptions({
    queryKey: ["settings", accountId],
    queryFn: async ({ signal }) => (await call(accountId, "GET /settings", {}, { signal })).settings,
    staleTime: 300_000,
  });

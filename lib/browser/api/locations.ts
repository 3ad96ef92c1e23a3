import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** GET /locations: all of the account's locations at once, as there are few. */
export const locations = (accountId: string) =>
  queryOptions({
    queryKey: ["locations", accountId],
    queryFn: async ({ signal }) => {
      const body = await call(accountId, "GET /locations", { limit: 1000 }, { signal });
      return body.locations;
    },
    staleTime: 300_000,
  });

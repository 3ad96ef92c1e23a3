import { queryOptions } from "@tanstack/react-query";
import type { LocationModel } from "#lib/resources/locations/model";
import { call } from "./fetcher.ts";

/** GET /locations: all of the account's locations at once, as there are few. */
export const locations = (accountId: string) =>
  queryOptions({
    queryKey: ["locations", accountId],
    queryFn: async ({ signal }) => {
      const body = await call<{ locations: LocationModel[] }>(accountId, "/locations", {
        query: { limit: 1000 },
        signal,
      });
      return body.locations;
    },
    staleTime: 300_000,
  });

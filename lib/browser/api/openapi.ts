import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** GET /openapi.json: the description of every route, built by this server from its schemas. */
export const openApi = (accountId: string) =>
  queryOptions({
    queryKey: ["openapi", accountId],
    queryFn: ({ signal }) => call(accountId, "GET /openapi.json", {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** GET /emr-directory: the EMRs of published directories that a text finds. */
export const emrDirectory = (accountId: string, query: string) =>
  queryOptions({
    queryKey: ["emr-directory", accountId, query],
    queryFn: ({ signal }) => call(accountId, "GET /emr-directory", { query }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });

import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** Most patients that one request names. */
const MOST = 200;

/** The patients with the given MRNs, such as those of a list's rows. */
export const patientsWith = (accountId: string, mrns: readonly string[]) => {
  const named = [...new Set(mrns)].sort().slice(0, MOST).join(",");
  return queryOptions({
    queryKey: ["patients-with", accountId, named],
    queryFn: async ({ signal }) => {
      return (await call(accountId, "GET /patients", { mrns: named, limit: MOST }, { signal })).patients;
    },
    enabled: named !== "",
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });
};

import { queryOptions } from "@tanstack/react-query";
import { call } from "./fetcher.ts";

/** GET /patients/{mrn}/insurances: those that were added here, by priority. A change of patients makes them stale. */
export const patientInsurances = (accountId: string, mrn: string) =>
  queryOptions({
    queryKey: ["patients", accountId, "insurances", mrn],
    queryFn: async ({ signal }) => {
      const body = await call(accountId, "GET /patients/{mrn}/insurances", { mrn }, { signal });
      return body.insurances;
    },
    staleTime: 30_000,
  });

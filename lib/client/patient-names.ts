import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { loadPatient } from "./patient-batch.ts";

/**
 * What the patients with these MRNs are called ("Sutton, George"), by MRN: for a list that is searched by name. Who is
 * not synced is left out. Asked for 200 at once; while the list grows, those that are known stay.
 */
export const patientNames = (accountId: string, mrns: readonly string[]) => {
  const asked = [...new Set(mrns)].sort();
  return queryOptions({
    queryKey: ["patient-names", accountId, asked],
    queryFn: async () => {
      const found = await Promise.all(asked.map((mrn) => loadPatient(accountId, mrn)));
      return new Map(
        found.flatMap((patient) => (patient ? [[patient.mrn, `${patient.last_name}, ${patient.first_name}`]] : [])),
      );
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 300_000,
  });
};

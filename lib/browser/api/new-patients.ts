import { queryOptions } from "@tanstack/react-query";
import { fullName } from "#lib/kernel/full-name";
import { call } from "./fetcher.ts";
import { jobsKey } from "./jobs.ts";

/** A patient whose creation was asked for. */
export interface NewPatient {
  /** The id here. */
  patientId: string;
  name: string;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The patients whose creation was asked for last, by the jobs of the operation that creates them. */
export const newPatients = (accountId: string, operationId: string | undefined) =>
  queryOptions({
    enabled: operationId !== undefined,
    queryKey: [...jobsKey(accountId), "new patients"],
    queryFn: async ({ signal }): Promise<NewPatient[]> => {
      const { jobs } = await call(accountId, "GET /jobs", { type: operationId, limit: 50 }, { signal });
      return jobs.flatMap(({ identifiers, request }) =>
        identifiers.patient_id === undefined
          ? []
          : [
              {
                patientId: identifiers.patient_id,
                name: fullName({ first_name: textOf(request.first_name), last_name: textOf(request.last_name) }),
              },
            ],
      );
    },
  });

import type { Accept } from "#lib/definitions/acceptance";
import type { fetchPatients } from "./definition.ts";

/** The patient may be one of whom only the EMR knows, so there is nothing to check at acceptance. */
export const acceptPatientsFetch: Accept<typeof fetchPatients> = async ({ input }) => ({
  identifiers: {},
  patientMrn: input.mrn ?? null,
});

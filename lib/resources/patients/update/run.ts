import { and, eq } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import { patient } from "#lib/db/schema";
import type { OperationRunner } from "#lib/definitions/runner";
import type { EmrPatient, EmrPatientChanges } from "#lib/emr/port/port";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import { storePatients } from "#lib/resources/patients/sync";
import { changesOf, updatedFields } from "./changes-of.ts";
import type { updatePatient } from "./definition.ts";

interface Prepared {
  ehrId: string;
  changes: EmrPatientChanges;
}

/** Returns whether the EMR has the values of a change. */
const isAsWanted = (kept: EmrPatient, changes: EmrPatientChanges): boolean =>
  Object.entries(changes).every(
    ([field, value]) => JSON.stringify(kept[field as keyof EmrPatientChanges] ?? null) === JSON.stringify(value),
  );

/** Changes the patient in the EMR, then the stored one to what the EMR has (additions §3). */
export const runPatientUpdate: OperationRunner<typeof updatePatient, Prepared, EmrPatient> = {
  prepare: async ({ tx, tenant, input, identifiers: { patient_mrn } }) => ({
    ehrId: await patientEhrId(tx, tenant.linkedAccountId, patient_mrn),
    changes: changesOf(input),
  }),

  run: ({ ehrId, changes }, { emr, idempotencyKey, signal }) =>
    emr.updatePatient(ehrId, changes, { idempotencyKey, signal }),

  async complete({ tx, tenant, input, identifiers: { patient_mrn }, result, moved }) {
    // A reading that began before the change has the values before it.
    if (!moved) await storePatients(tx, tenant, { records: [result], asOf: await drawAsOf(tx) });
    return { data: { patient_mrn, updated_fields: updatedFields(input) } };
  },

  async fromEvent({ tx, tenant, input, identifiers: { patient_mrn } }) {
    const ehrId = await patientEhrId(tx, tenant.linkedAccountId, patient_mrn);
    const [stored] = await tx
      .select()
      .from(patient)
      .where(and(eq(patient.linkedAccountId, tenant.linkedAccountId), eq(patient.ehrId, ehrId)));
    if (!stored) throw new Error("A patient was found and is not there");
    const { replacedBy, replaces, ...found } = stored;
    return { ...found, ...changesOf(input), mergedInto: replacedBy, replaces: replaces ?? [] };
  },

  held: {
    read: (ehrId, { emr, signal }) => emr.readPatient(ehrId, signal),
    async asWanted({ ehrId, changes }, { emr, signal }) {
      const kept = await emr.readPatient(ehrId, signal);
      return kept && isAsWanted(kept, changes) ? { emrId: ehrId, result: kept } : null;
    },
  },
};

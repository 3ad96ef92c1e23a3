import { drawAsOf } from "#lib/db/as-of";
import { job, patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { updateOf } from "#lib/db/write";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError, type EmrNewPatient, type EmrPatient } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { mayBeSame } from "#lib/resources/patients/near-person";
import { storePatients } from "#lib/resources/patients/sync";
import { giveId } from "#lib/resources/synced/give-id";
import type { createPatient } from "./definition.ts";
import { personOf } from "./person-of.ts";

interface Prepared {
  person: EmrNewPatient;
  /** True if a person has decided that those who are like the patient are others. */
  mayBeLikeOthers: boolean;
}

const duplicate = () =>
  new EmrError(
    "validation",
    "The EMR has a patient with this birth date and a similar name or the same telephone number",
    { code: "duplicate" },
  );

/** Adds the patient to the copy of the EMR's, under the id that the acceptance has named. */
async function store(tx: Transaction, tenant: AccountTenant, id: string, created: EmrPatient): Promise<void> {
  // A reading that began before the creation lacks the patient, and must not remove them.
  await storePatients(tx, tenant, { records: [created], asOf: await drawAsOf(tx) });
  await giveId(tx, tenant, { table: patient, key: patient.ehrId, ehrId: created.ehrId, id });
}

/** Creates the patient in the EMR, which is asked before whether it has them (additions §3). */
export const runPatient: OperationRunner<typeof createPatient, Prepared, EmrPatient> = {
  prepare: async ({ input }) => ({ person: personOf(input), mayBeLikeOthers: input.allow_duplicate === true }),

  async run({ person, mayBeLikeOthers }, { emr, idempotencyKey, signal }) {
    if (!mayBeLikeOthers) {
      const alike = (await emr.patientsBornOn(person.dob, signal)).filter((each) => mayBeSame(person, each));
      // One of them may be the patient whom an earlier attempt has created.
      if (alike.length > 0 && (await emr.findWrite(idempotencyKey, signal)) === null) throw duplicate();
    }
    return emr.createPatient(person, { idempotencyKey, signal });
  },

  async complete({ tx, tenant, jobId, identifiers: { patient_id }, result, moved }) {
    const data = { patient_id, patient_mrn: result.mrn, ehr_id: result.ehrId };
    if (moved) return { data };
    await store(tx, tenant, patient_id, result);
    return { data, writes: [updateOf(job, jobId, { patientMrn: result.mrn })] };
  },

  fromEvent: async ({ input }, end) => ({
    ...personOf(input),
    mrn: endId(end, "patient_mrn"),
    ehrId: endId(end, "ehr_id"),
    mergedInto: null,
  }),

  held: { read: (ehrId, { emr, signal }) => emr.readPatient(ehrId, signal) },
};

import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import { allInOrder } from "#lib/kernel/all-in-order";
import { newId } from "#lib/kernel/id";
import { requireLocation } from "#lib/resources/locations/known-location";
import { patientNote } from "#lib/resources/patient-notes/table";
import { requirePatient } from "#lib/resources/patients/known-patient";
import type { createPatientNote } from "./definition.ts";

/**
 * Throws `invalid` with the valid values for an invalid `location_id` (interface 4.5) and `not_found` for an unknown patient
 * (decisions §4).
 */
export const acceptPatientNote: Accept<typeof createPatientNote> = async ({ tx, tenant, input, account }) => {
  const { linkedAccountId } = tenant;
  const [{ jobId }] = await allInOrder([
    account,
    requirePatient(tx, linkedAccountId, input.patient_mrn),
    input.location_id === undefined
      ? Promise.resolve()
      : requireLocation(tx, linkedAccountId, "location_id", input.location_id),
  ]);
  const id = newId();
  const record = insertInto(patientNote, {
    id,
    ...tenant,
    jobId,
    patientMrn: input.patient_mrn,
    subject: input.subject,
    note: input.note,
    locationId: input.location_id ?? null,
    tags: input.tags ?? [],
  });
  return { identifiers: { patient_note_id: id }, patientMrn: input.patient_mrn, record };
};

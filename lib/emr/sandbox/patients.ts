import { EmrError, type EmrNewPatient, type EmrPatient, type EmrPatientChanges } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { rowsOf } from "./query.ts";
import { patientRow } from "./rows.ts";
import { changeOnce, writeOnce } from "./write-once.ts";

const PREFIX = "PAT-";

const unknownPatient = () => new EmrError("validation", "patient not found in the EMR", { code: "record_not_found" });

/** Returns one patient, or null. */
export async function readPatient(practiceId: string, ehrId: string): Promise<EmrPatient | null> {
  const [found] = await rowsOf<EmrPatient>(`${KIND_STATEMENTS.patients.select} AND id = $2`, practiceId, ehrId);
  return found ?? null;
}

/** Returns the patients who were born on a day, YYYY-MM-DD. */
export const patientsBornOn = (practiceId: string, dob: string): Promise<EmrPatient[]> =>
  rowsOf(`${KIND_STATEMENTS.patients.select} AND dob = $2 ORDER BY id`, practiceId, dob);

/** Creates a patient with the next MRN and returns them. */
export async function createPatient(
  practiceId: string,
  patient: EmrNewPatient,
  idempotencyKey: string,
): Promise<EmrPatient> {
  const write = { practiceId, kind: "patient", prefix: PREFIX, idempotencyKey };
  const ehrId = await writeOnce(write, (client, id) =>
    insertRow(client, practiceId, "patient", patientRow({ ...patient, ehrId: id, mrn: id.replace(PREFIX, "MRN-") })),
  );
  const created = await readPatient(practiceId, ehrId);
  if (!created) throw new EmrError("passing", "The EMR no longer has the patient that it created");
  return created;
}

const COLUMNS: Record<keyof EmrPatientChanges, string> = {
  phone: "phone",
  mobilePhone: "mobile_phone",
  email: "email",
  preferredLanguage: "preferred_language",
  address: "address",
  emergencyContact: "emergency_contact",
};

/** Changes the given fields of a patient, and returns them as they are then. Throws EmrErrors. */
export async function updatePatient(
  practiceId: string,
  ehrId: string,
  changes: EmrPatientChanges,
  idempotencyKey: string,
): Promise<EmrPatient> {
  const given = Object.entries(changes).map(([field, value]) => [COLUMNS[field as keyof EmrPatientChanges], value]);
  await changeOnce({ practiceId, kind: "patient_update", emrId: ehrId, idempotencyKey }, async (client) => {
    const assignments = given.map(([column], index) => `${column} = $${index + 3}`).join(", ");
    const changed = await client.query(`UPDATE sandbox.patient SET ${assignments} WHERE practice_id = $1 AND id = $2`, [
      practiceId,
      ehrId,
      ...given.map(([, value]) => value),
    ]);
    if (!changed.rowCount) throw unknownPatient();
  });
  const kept = await readPatient(practiceId, ehrId);
  if (!kept) throw unknownPatient();
  return kept;
}

import { EmrError, type EmrNewPatient, type EmrPatient } from "#lib/emr/port/port";
import { insertRow } from "./insert.ts";
import { KIND_STATEMENTS } from "./kind-statements.ts";
import { rowsOf } from "./query.ts";
import { patientRow } from "./rows.ts";
import { writeOnce } from "./write-once.ts";

const PREFIX = "PAT-";

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

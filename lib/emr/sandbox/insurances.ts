import type { PoolClient } from "pg";
import { EmrError, type EmrInsuranceChanges, type EmrNewInsurance, type EmrPatientInsurance } from "#lib/emr/port/port";
import { insertRow, type Row } from "./insert.ts";
import { listsOf, requireKnown, requireListed } from "./known.ts";
import { rowsOf } from "./query.ts";
import { changeOnce, writeOnce } from "./write-once.ts";

const unknownInsurance = () =>
  new EmrError("validation", "insurance not found in the EMR", { code: "record_not_found" });

const SELECT = `SELECT id AS "emrInsuranceId", patient_id AS "patientEhrId", payer_id AS "payerId", payer_name AS "payerName",
    member_id AS "memberId", group_number AS "groupNumber", priority, relationship, subscriber
  FROM sandbox.patient_insurance WHERE practice_id = $1`;

/** Returns one insurance of a patient, or null. */
export async function readInsurance(practiceId: string, id: string): Promise<EmrPatientInsurance | null> {
  const [found] = await rowsOf<EmrPatientInsurance>(`${SELECT} AND id = $2`, practiceId, id);
  return found ?? null;
}

async function keptInsurance(practiceId: string, id: string): Promise<EmrPatientInsurance> {
  const kept = await readInsurance(practiceId, id);
  if (!kept) throw unknownInsurance();
  return kept;
}

const COLUMNS: Record<keyof EmrInsuranceChanges, string> = {
  payerId: "payer_id",
  payerName: "payer_name",
  memberId: "member_id",
  groupNumber: "group_number",
  priority: "priority",
  relationship: "relationship",
  subscriber: "subscriber",
};

const rowOf = (given: EmrInsuranceChanges): Row =>
  Object.fromEntries(
    Object.entries(COLUMNS).flatMap(([field, column]) => {
      const value = given[field as keyof EmrInsuranceChanges];
      return value === undefined ? [] : [[column, value]];
    }),
  );

/** Throws a validation fault if the patient has another insurance of this priority. Locks the patient until the end of the transaction. */
async function requireFree(
  client: PoolClient,
  practiceId: string,
  { patientEhrId, id, priority }: { patientEhrId: string; id: string; priority: number },
): Promise<void> {
  await client.query("SELECT FROM sandbox.patient WHERE practice_id = $1 AND id = $2 FOR NO KEY UPDATE", [
    practiceId,
    patientEhrId,
  ]);
  const { rowCount } = await client.query(
    "SELECT FROM sandbox.patient_insurance WHERE practice_id = $1 AND patient_id = $2 AND priority = $3 AND id <> $4",
    [practiceId, patientEhrId, priority, id],
  );
  if (rowCount)
    throw new EmrError("validation", "The patient has another insurance of this priority in the EMR", {
      code: "duplicate",
    });
}

/** Adds an insurance of a patient and returns it. Throws EmrErrors. */
export async function createInsurance(
  practiceId: string,
  insurance: EmrNewInsurance,
  idempotencyKey: string,
): Promise<EmrPatientInsurance> {
  const write = { practiceId, kind: "patient_insurance", prefix: "INSU-", idempotencyKey };
  const id = await writeOnce(write, async (client, emrId) => {
    const { patientEhrId, ...fields } = insurance;
    await requireKnown(client, practiceId, { patient: patientEhrId });
    requireListed((await listsOf(client, practiceId)).insuranceCompanies, "insurance company", fields.payerId);
    await requireFree(client, practiceId, { patientEhrId, id: emrId, priority: fields.priority });
    await insertRow(client, practiceId, "patient_insurance", { id: emrId, patient_id: patientEhrId, ...rowOf(fields) });
  });
  return keptInsurance(practiceId, id);
}

/** Changes the given fields of an insurance, and returns it as it is then. Throws EmrErrors. */
export async function updateInsurance(
  practiceId: string,
  emrId: string,
  changes: EmrInsuranceChanges,
  idempotencyKey: string,
): Promise<EmrPatientInsurance> {
  await changeOnce({ practiceId, kind: "patient_insurance_update", emrId, idempotencyKey }, async (client) => {
    requireListed((await listsOf(client, practiceId)).insuranceCompanies, "insurance company", changes.payerId);
    const { rows } = await client.query<{ patientEhrId: string; priority: number }>(
      `SELECT patient_id AS "patientEhrId", priority FROM sandbox.patient_insurance WHERE practice_id = $1 AND id = $2`,
      [practiceId, emrId],
    );
    const [found] = rows;
    if (!found) throw unknownInsurance();
    const { patientEhrId, priority } = found;
    await requireFree(client, practiceId, { patientEhrId, id: emrId, priority: changes.priority ?? priority });
    const columns = rowOf(changes);
    const names = Object.keys(columns);
    const assignments = names.map((name, index) => `${name} = $${index + 3}`).join(", ");
    await client.query(`UPDATE sandbox.patient_insurance SET ${assignments} WHERE practice_id = $1 AND id = $2`, [
      practiceId,
      emrId,
      ...names.map((name) => columns[name]),
    ]);
  });
  return keptInsurance(practiceId, emrId);
}

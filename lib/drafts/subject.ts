import { and, eq } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { OperationDefinition } from "#lib/definitions/operation";
import type { ChangedRecord } from "#lib/job-record/changed-record";
import { notFoundBy } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { appointment } from "#lib/resources/appointments/table";
import { recall } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";
import type { DraftedFields } from "./drafted-fields.ts";

interface PatientsRecord {
  name: string;
  table: PgTable & { linkedAccountId: PgColumn; patientMrn: PgColumn };
  id: PgColumn;
}

/** The changed records that name their patient. */
const RECORDS: Partial<Record<ChangedRecord<unknown>["kind"], PatientsRecord>> = {
  appointment: { name: "Appointment", table: appointment, id: appointment.emrAppointmentId },
  visit: { name: "Appointment", table: appointment, id: appointment.id },
  recall: { name: "Recall", table: recall, id: recall.id },
  referral: { name: "Referral", table: referral, id: referral.id },
};

/** Returns the MRN of the patient whom fields name by MRN or by id; null for none. Throws `not_found` for an unknown id. */
async function namedPatient(tx: Transaction, linkedAccountId: string, fields: DraftedFields["fields"]) {
  const { patient_mrn: mrn, patient_id: given } = fields;
  if (typeof mrn === "string") return mrn;
  if (typeof given !== "string") return null;
  const id = parseId(given);
  const [found] = id
    ? await tx
        .select({ mrn: patient.mrn })
        .from(patient)
        .where(and(eq(patient.linkedAccountId, linkedAccountId), eq(patient.id, id)))
    : [];
  if (!found) throw notFoundBy("patient_id", "Patient");
  return found.mrn;
}

/**
 * Returns the MRN of the patient whom a draft concerns, by its fields, by the record that it changes or by the visit that it
 * names; null if it concerns none. Throws `not_found` for an unknown record, with the field that names it.
 */
export async function subjectOf(
  tx: Transaction,
  linkedAccountId: string,
  { changes, form }: OperationDefinition,
  { params, input, fields }: DraftedFields,
): Promise<string | null> {
  const visitField = Object.keys(fields).find((name) => form[name]?.widget === "appointment");
  const kind = changes?.kind ?? (visitField && "appointment");
  if (kind === "patient" || kind === "insurances") return changes?.idOf({ input, params }) ?? null;
  const record = kind && RECORDS[kind];
  if (!record) return namedPatient(tx, linkedAccountId, fields);
  const id = changes ? changes.idOf({ input, params }) : fields[visitField ?? ""];
  const { table } = record;
  const [found] = id
    ? await tx
        .select({ patientMrn: table.patientMrn })
        .from(table)
        .where(and(eq(table.linkedAccountId, linkedAccountId), eq(record.id, id)))
    : [];
  const named = Object.keys(params)[0] ?? Object.keys(fields).find((name) => fields[name] === id) ?? "";
  if (!found) throw notFoundBy(named, record.name);
  return typeof found.patientMrn === "string" ? found.patientMrn : null;
}

import { and, eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { EmrError } from "#lib/emr/port/port";
import { notFoundBy } from "#lib/kernel/api-error";

const ehrIdOf = prepared((tx) =>
  tx
    .select({ ehrId: patient.ehrId })
    .from(patient)
    .where(and(eq(patient.linkedAccountId, sql.placeholder("account")), eq(patient.mrn, sql.placeholder("mrn")))),
);

async function findPatient(tx: Transaction, linkedAccountId: string, mrn: string) {
  const [found] = await ehrIdOf(tx).execute({ account: linkedAccountId, mrn });
  return found?.ehrId || null;
}

/** Throws 404 if no synced patient with an EMR patient id has this MRN (decisions §4). */
export async function requirePatient(tx: Transaction, linkedAccountId: string, mrn: string): Promise<void> {
  if ((await findPatient(tx, linkedAccountId, mrn)) === null)
    throw notFoundBy("patient_mrn", "Patient with this patient_mrn");
}

/**
 * Returns the EMR id of a patient who was known at acceptance. Throws an EmrError if a sync has removed the patient
 * since.
 */
export async function patientEhrId(tx: Transaction, linkedAccountId: string, mrn: string): Promise<string> {
  const found = await findPatient(tx, linkedAccountId, mrn);
  if (found === null) throw new EmrError("validation", "The patient is no longer among the synced patients");
  return found;
}

import { and, desc, eq } from "drizzle-orm";
import { job, patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { ofPresentOrigin } from "#lib/definitions/present-origin";
import { creationKeyOf, type Lines } from "#lib/job-record/record-order";

/**
 * Returns the lines of a patient's creation. Jobs that wait for it name its key among those of their days: it is none of a record
 * that they change, so that the creation can be retried after them.
 */
export const creationLines = (patientId: string): Lines => ({
  recordKey: creationKeyOf(patientId),
  dayKeys: [creationKeyOf(patientId)],
});

/** Returns the MRN of the synchronized patient with an id of ours; null if there is none. */
export async function mrnOfPatient(tx: Transaction, linkedAccountId: string, id: string): Promise<string | null> {
  const [found] = await tx
    .select({ mrn: patient.mrn })
    .from(patient)
    .where(and(eq(patient.linkedAccountId, linkedAccountId), eq(patient.id, id)));
  return found?.mrn ?? null;
}

/** Returns how the newest job stands that creates the patient with an id of ours in the present EMR; undefined if none does. */
export async function creationOf(tx: Transaction, linkedAccountId: string, id: string) {
  const [found] = await tx
    .select({ status: job.status, toReconcile: job.toReconcile })
    .from(job)
    .where(and(eq(job.linkedAccountId, linkedAccountId), eq(job.recordKey, creationKeyOf(id)), ofPresentOrigin(job)))
    .orderBy(desc(job.id))
    .limit(1);
  return found;
}

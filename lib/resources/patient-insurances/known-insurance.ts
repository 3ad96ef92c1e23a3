import { and, eq } from "drizzle-orm";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { ofPresentOrigin } from "#lib/definitions/present-origin";
import { isOfPatient } from "#lib/definitions/survivors";
import { patientInsurance } from "./table.ts";

/** A stored insurance, and how the job of its creation stands. */
export type KnownInsurance = Awaited<ReturnType<typeof insurancesOf>>[number];

/**
 * Returns the insurances of a patient that were created through this interface in the EMR to which the account leads now, by
 * priority: also those whose creation has not ended or has failed.
 */
export const insurancesOf = (tx: Transaction, linkedAccountId: string, mrn: string) =>
  tx
    .select({ row: patientInsurance, status: job.status })
    .from(patientInsurance)
    .innerJoin(job, eq(job.id, patientInsurance.jobId))
    .where(
      and(
        eq(patientInsurance.linkedAccountId, linkedAccountId),
        isOfPatient(patientInsurance.patientMrn, linkedAccountId, mrn),
        ofPresentOrigin(job),
      ),
    )
    .orderBy(patientInsurance.priority, patientInsurance.id);

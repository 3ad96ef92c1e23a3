import { and, eq, isNull, type SQL } from "drizzle-orm";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";

export type PatientRow = typeof patient.$inferSelect;

/** Reads the account's first patients by name that meet a condition, none that was merged into another one. */
export const readPatients = (
  tx: Transaction,
  linkedAccountId: string,
  condition: SQL | undefined,
  limit: number,
): Promise<PatientRow[]> =>
  tx
    .select()
    .from(patient)
    .where(and(eq(patient.linkedAccountId, linkedAccountId), isNull(patient.mergedInto), condition))
    .orderBy(patient.lastName, patient.firstName, patient.mrn, patient.ehrId)
    .limit(limit);

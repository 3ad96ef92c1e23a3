import { and, eq, type Placeholder } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";

/**
 * Returns the subquery `patient` for a lateral join: the patient whose EMR id a column of the outer row holds. Its limit
 * makes PostgreSQL look up each row's patient by the index. A plain join may be planned before the rows of a first sync
 * are counted, and then compares every row with every patient of the account.
 */
export const patientOf = (tx: Transaction, account: string | Placeholder, ehrId: PgColumn) =>
  tx
    .select()
    .from(patient)
    .where(and(eq(patient.linkedAccountId, account), eq(patient.ehrId, ehrId)))
    .limit(1)
    .as("patient");

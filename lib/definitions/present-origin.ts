import { and, eq, type SQL, sql } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import { ofOwnOrganization } from "#lib/db/own-organization";
import { linkedAccount } from "#lib/db/schema";

/**
 * Condition for rows of the EMR that their account leads to now. An MRN of another one names another patient, so rows
 * of that EMR are neither found by an MRN nor shown with a patient's name.
 */
export const ofPresentOrigin = (row: { linkedAccountId: PgColumn; originVersion: PgColumn }): SQL => {
  const present = sql`SELECT ${linkedAccount.originVersion} FROM ${linkedAccount}
    WHERE ${and(ofOwnOrganization(linkedAccount), eq(linkedAccount.id, row.linkedAccountId))}`;
  return sql`${row.originVersion} = (${present})`;
};

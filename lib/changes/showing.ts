import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { appointment } from "#lib/resources/appointments/table";
import { document } from "#lib/resources/documents/table";
import { recall } from "#lib/resources/recalls/table";
import { referral } from "#lib/resources/referrals/table";

/** Records whose read shows parts of others: the column `by` holds a key by which the other one is seen. */
export const SHOWN_BY = {
  locations: [{ kind: "appointments", table: appointment, by: appointment.locationId }],
  providers: [{ kind: "appointments", table: appointment, by: appointment.providerEhrId }],
  patients: [
    { kind: "documents", table: document, by: document.patientMrn },
    { kind: "referrals", table: referral, by: referral.patientMrn },
    { kind: "recalls", table: recall, by: recall.patientMrn },
    { kind: "appointments", table: appointment, by: appointment.patientEhrId },
  ],
  documents: [{ kind: "referrals", table: referral, by: referral.id }],
  referring_providers: [{ kind: "referrals", table: referral, by: referral.referringProviderId }],
} as const;

export type Showing = (typeof SHOWN_BY)[keyof typeof SHOWN_BY][number];

/** Returns the ids of the records that show others with these keys. */
export async function idsShowing(
  tx: Transaction,
  account: string,
  { table, by }: Showing,
  keys: readonly string[],
): Promise<string[]> {
  // An id is compared as one: a key that is none would fail, and is of another table.
  const type = by.getSQLType() === "uuid" ? sql`uuid[]` : sql`text[]`;
  const rows = await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.linkedAccountId, account), sql`${by} = ANY (${sql.param([...keys])}::${type})`));
  return rows.map(({ id }) => id);
}

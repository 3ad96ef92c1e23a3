import { eq, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import type { Transaction } from "#lib/db/tenant";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { location } from "./table.ts";

const idsOf = prepared((tx) =>
  tx
    .select({ emrId: location.emrId })
    .from(location)
    .where(eq(location.linkedAccountId, sql.placeholder("account")))
    .orderBy(location.emrId),
);

/**
 * Throws `invalid` with the valid values if `emrId` belongs to no synced location; `field` is its name in the request
 * (decisions §4).
 */
export async function requireLocation(
  tx: Transaction,
  linkedAccountId: string,
  field: string,
  emrId: string,
): Promise<void> {
  const locations = await idsOf(tx).execute({ account: linkedAccountId });
  if (locations.some((known) => known.emrId === emrId)) return;
  const valid = locations.map((known) => known.emrId).join(", ");
  throw invalid(problem(field, `must be one of the account's locations: ${valid}`));
}

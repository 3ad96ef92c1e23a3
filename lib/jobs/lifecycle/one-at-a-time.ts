import { and, eq, inArray, isNull } from "drizzle-orm";
import { sendIn, type Transaction } from "#lib/db/door";
import { job } from "#lib/db/schema";
import type { AccountTenant } from "#lib/kernel/principal";

/**
 * Returns the id of the account's unfinished job of an operation that runs one at a time; undefined if there is none.
 * Concurrent requests wait here until the caller's transaction ends.
 */
export async function jobInFlight(tx: Transaction, tenant: AccountTenant, type: string): Promise<number | undefined> {
  const text = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
  const [, [found]] = await Promise.all([
    sendIn(tx, { name: "one-at-a-time", text, values: [`${type}/${tenant.linkedAccountId}`] }),
    tx
      .select({ id: job.id })
      .from(job)
      .where(
        and(
          eq(job.linkedAccountId, tenant.linkedAccountId),
          eq(job.type, type),
          inArray(job.status, ["queued", "running"]),
          isNull(job.toReconcile),
        ),
      ),
  ]);
  return found?.id;
}

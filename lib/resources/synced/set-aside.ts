import { sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import type { SyncKind } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";

/** Returns the ids of some records that were set aside before a moment, those first that were tried longest ago. */
export async function setAsideBefore(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  kind: SyncKind,
  { before, most }: { before: Date; most: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT ehr_id AS id FROM sync_set_aside WHERE linked_account_id = ${linkedAccountId} AND kind = ${kind}
        AND at < ${before.toISOString()}::timestamptz ORDER BY at, ehr_id LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}

/** Takes note that records that are set aside were tried again. */
export async function noteTried(
  tx: Transaction,
  { linkedAccountId }: AccountTenant,
  kind: SyncKind,
  ehrIds: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`UPDATE sync_set_aside SET at = now() WHERE linked_account_id = ${linkedAccountId} AND kind = ${kind}
        AND ehr_id = ANY (${sql.param([...ehrIds])}::text[])`,
  );
}

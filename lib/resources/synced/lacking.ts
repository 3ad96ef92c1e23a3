import { type SQL, sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import type { AppointmentCategory, Cover } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { type Reading, removable, unseen } from "./complete-reading.ts";
import type { StoredRows } from "./synced-kind.ts";

const column = ({ name }: { name: string }): SQL => sql`stored.${sql.identifier(name)}`;

/** The category by which the rows of each part of a schedule are found: those of it, or all others. */
const PARTS: Readonly<Record<NonNullable<Cover["only"]>, { category: AppointmentCategory; isOf: boolean }>> = {
  visits: { category: "appointment", isOf: true },
  slots: { category: "appointment", isOf: false },
  open: { category: "schedule_slot", isOf: true },
  taken: { category: "schedule_slot", isOf: false },
};

/** Condition for the rows, as `stored`, of a part that was read. Throws for a part of which the kind has no columns. */
function within({ covered }: StoredRows, { owner, within: days, only }: Cover): SQL {
  const conditions: SQL[] = [];
  if (owner !== null) {
    const own = "providerEhrId" in owner ? covered?.providerEhrId : covered?.patientEhrId;
    if (!own) throw new Error("A kind was read by parts that it does not have");
    conditions.push(sql`${column(own)} = ${Object.values(owner)[0]}`);
  }
  if (days && covered?.startsAt)
    conditions.push(
      sql`${column(covered.startsAt)} >= ${days.from}::timestamptz AND ${column(covered.startsAt)} < ${days.to}::timestamptz`,
    );
  if (only !== null && covered?.category) {
    const { category, isOf } = PARTS[only];
    const is = sql`${column(covered.category)} = ${category}`;
    conditions.push(isOf ? is : sql`NOT ${is}`);
  }
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` AND `);
}

/**
 * Returns the ids of some stored records that belong to parts which a reading has read to their end, and that neither its page,
 * with the ids `returned`, nor one before it has returned.
 */
export async function lackingIds(
  tx: Transaction,
  tenant: AccountTenant,
  reading: Reading,
  { covers, returned, most }: { covers: readonly Cover[]; returned: readonly string[]; most: number },
): Promise<string[]> {
  if (covers.length === 0) return [];
  const key = column(reading.rows.key);
  const parts = covers.map((cover) => sql`(${within(reading.rows, cover)})`);
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT ${key} AS id FROM ${reading.rows.table} AS stored
        WHERE ${removable(tenant, reading)} AND (${sql.join(parts, sql` OR `)}) AND ${unseen(reading)}
          AND ${key} <> ALL (${sql.param([...returned])}::text[])
        ORDER BY 1 LIMIT ${most}`,
  );
  return rows.map(({ id }) => id);
}

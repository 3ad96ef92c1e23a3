import { insertRows } from "./insert.ts";
import { sandboxPool, sandboxTransaction } from "./pool.ts";
import { rowsOf } from "./query.ts";
import type { PracticeRecords } from "./records.ts";
import { RECORD_KINDS } from "./rows.ts";
import type { PracticePlan } from "./seed/practice-plan.ts";

/** Returns whether a practice was ever created under this id. */
export const wasOpened = async (practiceId: string): Promise<boolean> =>
  (await rowsOf("SELECT FROM sandbox.opened_practice WHERE id = $1", practiceId)).length > 0;

/**
 * Creates a practice with its first records in one transaction; with a plan, its days pass. Returns false and does
 * nothing if one was created under this id before: a removed practice does not come back. A second call waits for the
 * first.
 */
export const loadPractice = (practiceId: string, records: PracticeRecords, plan?: PracticePlan): Promise<boolean> =>
  sandboxTransaction(async (client) => {
    const opened = await client.query(
      "INSERT INTO sandbox.opened_practice (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id",
      [practiceId],
    );
    if (opened.rows.length === 0) return false;
    await client.query(
      "INSERT INTO sandbox.practice (id, name, kind, timezone, settings, plan) VALUES ($1, $2, $3, $4, $5, $6)",
      [
        practiceId,
        records.name,
        records.kind,
        records.timezone,
        JSON.stringify(records.lists),
        plan ? JSON.stringify(plan) : null,
      ],
    );
    await client.query("INSERT INTO sandbox.behavior (practice_id) VALUES ($1)", [practiceId]);
    for (const { table, rows } of RECORD_KINDS) await insertRows(client, practiceId, table, rows(records));
    return true;
  });

/** Removes a practice with all of its records. Does nothing if there is none. */
export async function removePractice(practiceId: string): Promise<void> {
  await sandboxPool().query("DELETE FROM sandbox.practice WHERE id = $1", [practiceId]);
}

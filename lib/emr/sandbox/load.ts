import { insertRows } from "./insert.ts";
import { sandboxPool, sandboxTransaction } from "./pool.ts";
import type { PracticeRecords } from "./records.ts";
import { RECORD_KINDS } from "./rows.ts";

/**
 * Creates a practice with its first records in one transaction. Throws if the id exists. `plan` is the source of the
 * records, if the passing days continue them (see `readPlan`).
 */
export async function loadPractice(practiceId: string, records: PracticeRecords, plan?: object): Promise<void> {
  await sandboxTransaction(async (client) => {
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
  });
}

/** Removes a practice with all of its records. Does nothing if there is none. */
export async function removePractice(practiceId: string): Promise<void> {
  await sandboxPool().query("DELETE FROM sandbox.practice WHERE id = $1", [practiceId]);
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PgBoss } from "pg-boss";
import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();

/** The statements of the migration that meet the tables of versions before `queue_entries`, which another library kept. */
const [MOVE = "", DROP = ""] = readFileSync(
  join(import.meta.dirname, "migrations/0063_former_queues.sql"),
  "utf8",
).split("--> statement-breakpoint");

/** Writes an entry as those versions did. Returns its id. */
async function writeFormer(queue: string, state: "created" | "active" | "completed"): Promise<string> {
  const id = newId();
  await database.asOwner(
    `INSERT INTO pgboss.job (id, name, data, group_id, state, completed_on)
     VALUES ($1, $2, '{"jobId": 7}', 'one', $3::pgboss.job_state, CASE WHEN $3 = 'completed' THEN now() END)`,
    [id, queue, state],
  );
  return id;
}

it("lets what waited or was at work in the former queues go on in ours, once", async () => {
  const boss = new PgBoss({ connectionString: database.ownerUrl, supervise: false, schedule: false });
  await boss.start();
  for (const queue of ["operations", "syncs", "others"]) await boss.createQueue(queue);
  await boss.stop({ graceful: false });
  const waiting = await writeFormer("operations", "created");
  const atWork = await writeFormer("operations", "active");
  await writeFormer("operations", "completed");
  await writeFormer("others", "created");
  // `queue_entries` has entered the nights' syncs as ended, also those that were at work.
  const night = await writeFormer("syncs", "active");
  await database.asOwner(
    `INSERT INTO queue.entry (queue, id, data, group_id, state, ended_at)
     VALUES ('syncs', $1, '{"jobId": 7}', 'one', 'done', now())`,
    [night],
  );
  await database.asOwner(MOVE);
  await database.asOwner(DROP);
  const entries = await database.asOwner(
    "SELECT replace(id::text, '-', '') AS id, queue, data, group_id, state, ended_at FROM queue.entry",
  );
  const entry = { data: { jobId: 7 }, group_id: "one", state: "waiting", ended_at: null };
  expect(entries).toHaveLength(3);
  expect(entries).toEqual(
    expect.arrayContaining([
      { id: waiting, queue: "operations", ...entry },
      { id: atWork, queue: "operations", ...entry },
      { id: night, queue: "syncs", ...entry },
    ]),
  );
  // A database that never had them.
  await database.asOwner(MOVE);
  await database.asOwner(DROP);
  expect(await database.asOwner("SELECT FROM queue.entry")).toHaveLength(3);
});

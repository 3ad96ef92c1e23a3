/** @module-tag long */

import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { ENTRIES, RENEW, RETURN_LOST } from "./statements.ts";

const database = testDatabase();

const ENDED = 10_000;
const GROUP = newId();

/** Pages that a statement may touch. One that passes over every former version touches at least 250. */
const MAX_PAGES = 100;

/** Holds a transaction open that may see every version that an entry ever had. */
async function holdTransaction(): Promise<void> {
  const holder = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await holder.query("SELECT count(*) FROM queue.entry");
}

/** Writes entries that waited, were taken and ended, all of them minutes ago. */
async function writeEnded(): Promise<void> {
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id, entered_at, due_at)
     SELECT id, 'deliveries', '{}', $2, now() - interval '5 minutes', now() - interval '5 minutes'
     FROM unnest($1::uuid[]) AS id`,
    [Array.from({ length: ENDED }, () => newId()), GROUP],
  );
  await database.asOwner("UPDATE queue.entry SET state = 'taken', taken_at = entered_at, heartbeat_at = entered_at");
  await database.asOwner("UPDATE queue.entry SET state = 'done', ended_at = entered_at");
}

interface Plan {
  "QUERY PLAN": [{ Plan: { "Shared Hit Blocks": number; "Shared Read Blocks": number } }];
}

/** Runs a statement and undoes it. Returns the number of pages that it touched. */
async function pagesOf(statement: string, values: unknown[]): Promise<number> {
  await database.asOwner("BEGIN");
  const [row] = await database.asOwner<Plan>(`EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${statement}`, values);
  await database.asOwner("ROLLBACK");
  if (!row) throw new Error("PostgreSQL returned no plan");
  const { Plan } = row["QUERY PLAN"][0];
  return Plan["Shared Hit Blocks"] + Plan["Shared Read Blocks"];
}

it.each([
  ["before the table's statistics are gathered", null],
  ["after", "ANALYZE queue.entry"],
])("keeps its pace beside a transaction held open: %s", async (_when, analyze) => {
  await holdTransaction();
  await writeEnded();
  if (analyze) await database.asOwner(analyze);
  const [taken, waiting] = [newId(), newId()];
  const { enter, complete, due, take } = ENTRIES.deliveries;
  const rows = JSON.stringify([
    { id: taken, data: {}, group: GROUP, places: 1 },
    { id: waiting, data: {}, group: GROUP },
  ]);
  const pages = { enter: await pagesOf(enter, [rows]) };
  const written = await database.asOwner<{ state: string }>(enter, [rows]);
  expect(written.map(({ state }) => state)).toEqual(["taken", "waiting"]);
  const since = new Date(Date.now() - 2_000).toISOString();
  Object.assign(pages, {
    complete: await pagesOf(complete, [JSON.stringify([{ id: taken, takes: 1, next: waiting }])]),
    due: await pagesOf(due, [4, "[]", since, 600, 60]),
    take: await pagesOf(take, [[waiting]]),
    renew: await pagesOf(RENEW, ["deliveries", [taken], [1]]),
    lost: await pagesOf(RETURN_LOST, [14, 10]),
  });
  expect(Object.entries(pages).filter(([, count]) => count > MAX_PAGES)).toEqual([]);
  await database.asOwner("DELETE FROM queue.entry");
});

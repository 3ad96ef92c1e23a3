import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { PgBoss } from "pg-boss";
import { beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { formerAtWork } from "./former-entries.ts";
import { QUEUES } from "./queues.ts";
import { queueUpkeep } from "./upkeep.ts";

const database = testDatabase();
const organizationId = newId();

/** The last statement of the migration, which finds the tables of the version before. */
const migration = readFileSync(
  fileURLToPath(new URL("../db/migrations/0046_queue_entries.sql", import.meta.url)),
  "utf8",
)
  .split("--> statement-breakpoint")
  .at(-1);

interface Former {
  queue?: string;
  state?: "created" | "active" | "completed";
  /** Seconds since its last heartbeat. */
  beat?: number;
  data?: object;
}

/** Writes an entry as the version before does. Returns its id and the state that it reads back. */
async function writeFormer({ queue = "operations", state = "created", beat = 0, data = { jobId: 7 } }: Former) {
  const id = newId();
  const [row] = await database.asOwner<{ state: string }>(
    `INSERT INTO pgboss.job (id, name, data, group_id, state, started_on, heartbeat_on, completed_on, heartbeat_seconds)
     VALUES ($1, $2, $3, 'one', $4::pgboss.job_state, now(), now() - make_interval(secs => $5),
       CASE WHEN $4 = 'completed' THEN now() END, 10)
     RETURNING state::text`,
    [id, queue, { organizationId, ...data }, state, beat],
  );
  return { id, state: row?.state };
}

const entries = () =>
  database.asOwner<{ id: string; queue: string; state: string }>(
    "SELECT replace(id::text, '-', '') AS id, queue, state FROM queue.entry ORDER BY queue, entered_at",
  );

const formerEntries = () =>
  database.asOwner<{ id: string; state: string }>(
    "SELECT replace(id::text, '-', '') AS id, state::text FROM pgboss.job WHERE state <= 'active' ORDER BY created_on",
  );

const migrate = () => database.asOwner(migration ?? "");

/** The look of a process of the version before that finds nothing. */
const lookFormer = () => database.asOwner("UPDATE pgboss.job SET state = 'active' WHERE id IS NULL");

/** No process of this version lives any more. */
const goBack = () => database.asOwner("UPDATE queue.last_upkeep SET at = now() - interval '11s'");

beforeAll(async () => {
  const boss = new PgBoss({ connectionString: database.ownerUrl, supervise: false, schedule: false });
  await boss.start();
  for (const name of Object.keys(QUEUES)) await boss.createQueue(name);
  await boss.stop({ graceful: false });
  await database.asOwner(`
    GRANT USAGE ON SCHEMA pgboss TO crc_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA pgboss TO crc_app`);
});

beforeEach(() =>
  database.asOwner(`
    DROP TRIGGER IF EXISTS enter_former ON pgboss.job;
    DROP TRIGGER IF EXISTS give_former ON pgboss.job;
    DELETE FROM pgboss.job;
    DELETE FROM queue.entry;
    UPDATE queue.last_upkeep SET at = '-infinity'`),
);

it("takes over what waits, remembers the nights' entries, and leaves what the version before works on", async () => {
  const waiting = await writeFormer({});
  const night = await writeFormer({ queue: "syncs", state: "completed" });
  const atWork = await writeFormer({ state: "active", data: { jobId: 8 } });
  await migrate();
  await queueUpkeep()();
  expect(await entries()).toEqual([
    { id: waiting.id, queue: "operations", state: "waiting" },
    { id: night.id, queue: "syncs", state: "done" },
  ]);
  const keys = [`${organizationId}/8`, `${organizationId}/9`];
  expect(await formerAtWork(keys)).toEqual([keys[0]]);
  expect(await formerEntries()).toEqual([{ id: atWork.id, state: "active" }]);
});

it("lets a night's sync that died with its process wait again, although its entry is remembered", async () => {
  const night = await writeFormer({ queue: "syncs", state: "active", beat: 11 });
  await migrate();
  expect(await entries()).toEqual([{ id: night.id, queue: "syncs", state: "done" }]);
  await queueUpkeep()();
  expect(await entries()).toEqual([{ id: night.id, queue: "syncs", state: "waiting" }]);
  expect(await formerEntries()).toEqual([]);
});

it("leaves entries to the version before until a process of this one keeps the queues", async () => {
  await migrate();
  const { id, state } = await writeFormer({ state: "active" });
  expect(state).toBe("active");
  await lookFormer();
  expect([await entries(), await formerEntries()]).toEqual([[], [{ id, state: "active" }]]);
});

it("enters what the version before writes, as its process cannot begin it, and once where its sweep finds no entry", async () => {
  await migrate();
  await queueUpkeep()();
  for (const state of ["active", "created"] as const) {
    expect((await writeFormer({ state, data: { jobId: state.length } })).state).toBe("completed");
  }
  await writeFormer({ data: { jobId: "active".length } });
  expect((await entries()).map(({ state }) => state)).toEqual(["waiting", "waiting"]);
  // Another organization's job may have the same number; syncs follow each other.
  await writeFormer({ data: { organizationId: newId(), jobId: "active".length } });
  for (const _ of [1, 2]) await writeFormer({ queue: "syncs", data: { linkedAccountId: organizationId } });
  expect(await entries()).toHaveLength(5);
  await lookFormer();
  expect(await formerEntries()).toEqual([]);
});

it("takes over the entries of dead processes of the version before", async () => {
  await writeFormer({ state: "active", beat: 11 });
  await writeFormer({ state: "active", beat: 1, data: { jobId: 8 } });
  await migrate();
  await queueUpkeep()();
  expect((await entries()).map(({ state }) => state)).toEqual(["waiting"]);
  expect(await formerAtWork([`${organizationId}/7`, `${organizationId}/8`])).toEqual([`${organizationId}/8`]);
});

it("gives what waits or is lost to the version before once no process of this one lives, and takes it again after", async () => {
  await migrate();
  await queueUpkeep()();
  // One that the version before wrote, and three of ours: waiting, lost, and at work until its process ends.
  const theirs = await writeFormer({ data: { jobId: 1 } });
  const [waiting, lost, atWork] = [newId(), newId(), newId()];
  await database.asOwner(
    `INSERT INTO queue.entry (queue, id, data, group_id, state, taken_at, heartbeat_at)
     SELECT 'operations', id, json_build_object('organizationId', $4::text, 'jobId', job), 'one', state, now(), now() - age
     FROM (VALUES ($1::uuid, 2, 'waiting', interval '0s'), ($2, 3, 'taken', interval '11s'), ($3, 4, 'taken', interval '1s'))
       AS entry (id, job, state, age)`,
    [waiting, lost, atWork, organizationId],
  );
  await lookFormer();
  expect(await formerEntries()).toEqual([]);
  await goBack();
  await lookFormer();
  expect(await entries()).toEqual([{ id: atWork, queue: "operations", state: "taken" }]);
  const moved = [theirs.id, waiting, lost].map((id) => ({ id, state: "created" }));
  expect(await formerEntries()).toHaveLength(3);
  expect(await formerEntries()).toEqual(expect.arrayContaining(moved));
  // Work that has an entry here has no other there.
  expect((await writeFormer({ data: { jobId: 4 } })).state).toBe("completed");
  expect((await writeFormer({ data: { jobId: 5 } })).state).toBe("created");
  await queueUpkeep()();
  expect(await formerEntries()).toEqual([]);
  expect((await entries()).map(({ state }) => state).toSorted()).toEqual(
    [...Array(4).fill("waiting"), "taken"].toSorted(),
  );
});

import pg from "pg";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { queueUpkeep } from "./upkeep.ts";

const database = testDatabase();

afterEach(async () => {
  vi.restoreAllMocks();
  await database.asOwner("DELETE FROM pgboss.job");
});

interface Entry {
  state?: "active" | "completed" | "created";
  /** Seconds since it was taken, since its last heartbeat, and since it ended. */
  taken?: number;
  beat?: number;
  ended?: number;
  retries?: number;
}

/** Writes an entry that may be retried three times, may take 15 minutes, and is kept for an hour. Returns its id. */
async function write({ state = "active", taken = 60, beat = 1, ended, retries = 0 }: Entry): Promise<string> {
  const id = newId();
  await database.asOwner(
    `INSERT INTO pgboss.job (id, name, data, state, retry_limit, retry_count, expire_seconds, deletion_seconds,
       heartbeat_seconds, started_on, heartbeat_on, completed_on)
     VALUES ($1, 'deliveries', '{}', $2, 3, $3, 900, 3600, 10, now() - make_interval(secs => $4),
       now() - make_interval(secs => $5), now() - make_interval(secs => $6))`,
    [id, state, retries, taken, beat, ended ?? null],
  );
  return id;
}

/** Returns the state of an entry, and whether it is due; undefined if it was deleted. */
async function stateOf(id: string) {
  const [found] = await database.asOwner<{ state: string; due: boolean }>(
    "SELECT state::text, state < 'active' AND start_after <= now() AS due FROM pgboss.job WHERE id = $1",
    [id],
  );
  return found && (found.due ? `${found.state}, due` : found.state);
}

it.each<[string, Entry, string | undefined]>([
  ["returns an entry whose process gave no heartbeat for 10 s", { beat: 11 }, "retry, due"],
  ["returns an entry that takes too long", { taken: 901 }, "retry, due"],
  ["leaves an entry whose process lives", { taken: 899, beat: 9 }, "active"],
  ["ends an entry that used up its retries", { beat: 11, retries: 3 }, "failed"],
  ["deletes an entry an hour after its end", { state: "completed", ended: 3_601 }, undefined],
  ["keeps an entry that ended less than an hour ago", { state: "completed", ended: 3_500 }, "completed"],
  ["keeps an entry that waits, however long", { state: "created", taken: 9_999, beat: 9_999 }, "created, due"],
])("%s", async (_what, entry, expected) => {
  const id = await write(entry);
  await queueUpkeep()();
  expect(await stateOf(id)).toBe(expected);
});

it("looks at the last seconds' heartbeats alone, and twice a minute at all", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => now);
  const upkeep = queueUpkeep();
  await upkeep();
  const [recent, old] = [await write({ beat: 11 }), await write({ beat: 600 })];
  now = 2_000;
  await upkeep();
  expect([await stateOf(recent), await stateOf(old)]).toEqual(["retry, due", "active"]);
  now = 30_000;
  await upkeep();
  expect(await stateOf(old)).toBe("retry, due");
});

it("deletes in parts, one with each upkeep", async () => {
  await database.asOwner(
    `INSERT INTO pgboss.job (name, state, deletion_seconds, completed_on)
     SELECT 'deliveries', 'completed', 3600, now() - interval '2 hours' FROM generate_series(1, 20001)`,
  );
  const upkeep = queueUpkeep();
  const left = () => database.asOwner("SELECT FROM pgboss.job");
  await upkeep();
  expect(await left()).toHaveLength(1);
  await upkeep();
  expect(await left()).toEqual([]);
});

it("leaves an entry that is being settled", async () => {
  const id = await write({ beat: 11 });
  const settling = new pg.Client({ connectionString: database.ownerUrl, application_name: "crc-test" });
  await settling.connect();
  onTestFinished(() => settling.end());
  await settling.query("BEGIN");
  await settling.query("UPDATE pgboss.job SET state = 'completed', completed_on = now() WHERE id = $1", [id]);
  await queueUpkeep()();
  await settling.query("COMMIT");
  expect(await stateOf(id)).toBe("completed");
});

import pg from "pg";
import { afterEach, expect, it, onTestFinished, vi } from "vitest";
import { newId } from "#lib/kernel/id";
import { testDatabase } from "#lib/testing/test-database";
import { queueUpkeep } from "./upkeep.ts";

const database = testDatabase();

afterEach(async () => {
  vi.restoreAllMocks();
  await database.asOwner("DELETE FROM queue.entry");
});

interface Entry {
  state?: "taken" | "done" | "waiting";
  /** Seconds since it was taken, since its last heartbeat, and since it ended. */
  taken?: number;
  beat?: number;
  ended?: number;
  takes?: number;
}

/** Writes an entry. Returns its id. */
async function write({ state = "taken", taken = 60, beat = 1, ended, takes = 1 }: Entry): Promise<string> {
  const id = newId();
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id, state, takes, taken_at, heartbeat_at, ended_at)
     VALUES ($1, 'deliveries', '{}', 'one', $2, $3, now() - make_interval(secs => $4),
       now() - make_interval(secs => $5), now() - make_interval(secs => $6))`,
    [id, state, takes, taken, beat, ended ?? null],
  );
  return id;
}

/** Returns the state of an entry, and whether it is due; undefined if it was deleted. */
async function stateOf(id: string) {
  const [found] = await database.asOwner<{ state: string; due: boolean }>(
    "SELECT state, state = 'waiting' AND due_at <= now() AS due FROM queue.entry WHERE id = $1",
    [id],
  );
  return found && (found.due ? `${found.state}, due` : found.state);
}

it.each<[string, Entry, string | undefined]>([
  ["returns an entry whose process gave no heartbeat for 10 s", { beat: 11 }, "waiting, due"],
  ["returns an entry that takes too long", { taken: 901 }, "waiting, due"],
  ["leaves an entry whose process lives", { taken: 899, beat: 9 }, "taken"],
  ["returns an entry that was taken a hundred times", { beat: 11, takes: 100 }, "waiting, due"],
  ["ends an entry that was taken more often", { beat: 11, takes: 101 }, "failed"],
  ["deletes an entry an hour after its end", { state: "done", ended: 3_601 }, undefined],
  ["keeps an entry that ended less than an hour ago", { state: "done", ended: 3_500 }, "done"],
  ["keeps an entry that waits, however long", { state: "waiting", taken: 9_999, beat: 9_999 }, "waiting, due"],
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
  expect([await stateOf(recent), await stateOf(old)]).toEqual(["waiting, due", "taken"]);
  now = 30_000;
  await upkeep();
  expect(await stateOf(old)).toBe("waiting, due");
});

it("deletes in parts, one with each upkeep", async () => {
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id, state, ended_at)
     SELECT gen_random_uuid(), 'deliveries', '{}', 'one', 'done', now() - interval '2 hours' FROM generate_series(1, 20001)`,
  );
  const upkeep = queueUpkeep();
  const left = () => database.asOwner("SELECT FROM queue.entry");
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
  await settling.query("UPDATE queue.entry SET state = 'done', ended_at = now() WHERE id = $1", [id]);
  await queueUpkeep()();
  await settling.query("COMMIT");
  expect(await stateOf(id)).toBe("done");
});

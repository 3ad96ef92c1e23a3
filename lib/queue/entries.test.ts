import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { Entries } from "./entries.ts";
import type { Reach } from "./looks.ts";

const { database, write } = dispatchers();

const ANY = { maxPerGroup: 4, known: [], depth: 600, free: 60, freed: new Set<string>() };

/** Finds due entries and takes the first of them. */
async function take(
  entries: Entries,
  reach: Reach,
  { most = 60, ...asked }: Partial<typeof ANY> & { most?: number } = {},
) {
  const { due, beyond, full } = await entries.due(reach, { ...ANY, ...asked });
  const taken = await entries.take(due.slice(0, most));
  return { ids: [...taken.keys()], full, beyond: beyond.length };
}

/** Writes an entry that has been due for some minutes. Returns its id. */
async function writeDue(minutes: number, group?: string): Promise<string> {
  const id = newId();
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id, due_at)
     VALUES ($1::uuid, 'deliveries', '{}', $3, now() - make_interval(mins => $2))`,
    [id, minutes, group ?? id],
  );
  return id;
}

it("looks for entries that became due and those that the last look read, and for others when it looks for all", async () => {
  const entries = new Entries("deliveries");
  const taken = async (reach: Reach, most = 60) => (await take(entries, reach, { maxPerGroup: 1, most })).ids.sort();
  const [first, left] = [await writeDue(10), await writeDue(5)];
  expect(await taken("new", 1)).toEqual([first]);
  // Its transaction took longer than a look allows for.
  const late = await writeDue(12);
  const fresh = await writeDue(0);
  expect(await taken("new")).toEqual([left, fresh].sort());
  expect(await taken("new")).toEqual([]);
  expect(await taken("all")).toEqual([late]);
});

it("finds an entry that was written for a time that has passed", async () => {
  const entries = new Entries("deliveries");
  await take(entries, "all");
  await write(1, { startAfter: new Date(Date.now() - 3_600_000) });
  expect((await take(entries, "new")).ids).toHaveLength(1);
});

/** Writes many entries that are due before all others. Returns the ids in their order. */
async function writeFlood(group: string, count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId());
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id, due_at)
     SELECT id, 'deliveries', '{}', $2, now() - interval '1 hour' FROM unnest($1::uuid[]) AS id`,
    [ids, group],
  );
  return ids;
}

it("passes over what waits for a full group, however much it is, until the group may have a place", async () => {
  const entries = new Entries("deliveries");
  const look = async (reach: Reach, freed: string[] = []) => {
    const found = await take(entries, reach, { depth: 10, freed: new Set(freed) });
    return { ...found, ids: found.ids.sort() };
  };
  const flood = await writeFlood("hung", 1_000);
  expect(await look("new")).toEqual({ ids: flood.slice(0, 4).sort(), full: [], beyond: 6 });
  const other = await writeDue(0, "other");
  expect(await look("new")).toEqual({ ids: [other], full: ["hung"], beyond: 0 });
  await database.asOwner("UPDATE queue.entry SET state = 'done' WHERE id = $1", [flood[0]]);
  // Another process may take what it has freed; a look at what was left finds it, too.
  expect(await look("new")).toEqual({ ids: [], full: [], beyond: 0 });
  expect(await look("new", ["other"])).toEqual({ ids: [], full: [], beyond: 0 });
  expect(await look("new", ["hung"])).toEqual({ ids: [flood[4]], full: [], beyond: 9 });
  await look("new");
  await database.asOwner("UPDATE queue.entry SET state = 'done' WHERE id = $1", [flood[1]]);
  expect((await look("left")).ids).toEqual([flood[5]]);
  await database.asOwner("DELETE FROM queue.entry");
});

it("neither renews nor completes an entry that another process has taken since", async () => {
  const entries = new Entries("deliveries");
  await write(2);
  const { due } = await entries.due("all", ANY);
  const taken = await entries.take(due);
  const [lost, kept] = due.map((entry) => ({ ...entry, takes: taken.get(entry.id) ?? 0 }));
  if (!lost || !kept) throw new Error("The look found no two entries");
  // Both leases ran out; another process takes one of them, and does not beat.
  await database.asOwner("UPDATE queue.entry SET heartbeat_at = now() - interval '9s'");
  await database.asOwner("UPDATE queue.entry SET takes = takes + 1 WHERE id = $1", [lost.id]);
  const rows = () =>
    database.asOwner<{ lost: boolean; state: string; beat: boolean }>(
      `SELECT id = $1::uuid AS lost, state, heartbeat_at > now() - interval '5s' AS beat FROM queue.entry ORDER BY 1`,
      [lost.id],
    );
  await entries.renew([lost, kept]);
  expect(await rows()).toEqual([
    { lost: false, state: "taken", beat: true },
    { lost: true, state: "taken", beat: false },
  ]);
  await Promise.all([lost, kept].map((entry) => entries.complete(entry)));
  expect((await rows()).map(({ state }) => state)).toEqual(["done", "taken"]);
});

import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { Entries } from "./entries.ts";
import { Places } from "./places.ts";

const { database, write } = dispatchers();

/** A look of a process without entries at work. */
const ANY = {
  places: new Places({ fresh: 60, all: 60 }),
  maxPerGroup: 4,
  known: [],
  depth: 600,
  freed: new Set<string>(),
};

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

it("looks for entries that became due and those that were left, and for others when it looks for all", async () => {
  const entries = new Entries("deliveries");
  const take = async (which: "new" | "all", room: number) =>
    (await entries.take(which, { ...ANY, maxPerGroup: 1, places: new Places({ fresh: room, all: 60 }) })).entries.map(
      ({ id }) => id,
    );
  const [first, left] = [await writeDue(10), await writeDue(5)];
  expect(await take("new", 1)).toEqual([first]);
  // Its transaction took longer than a look allows for.
  const late = await writeDue(7);
  const fresh = await writeDue(0);
  expect(await take("new", 60)).toEqual([left, fresh]);
  expect(await take("new", 60)).toEqual([]);
  expect(await take("all", 60)).toEqual([late]);
});

it("finds an entry that was written for a time that has passed", async () => {
  const entries = new Entries("deliveries");
  await entries.take("all", ANY);
  await write(1, { startAfter: new Date(Date.now() - 3_600_000) });
  expect((await entries.take("new", ANY)).entries).toHaveLength(1);
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
  const places = new Places({ fresh: 60, all: 60 });
  const look = async (reach: "new" | "left", freed: string[] = []) => {
    const found = await entries.take(reach, { ...ANY, places, depth: 10, freed: new Set(freed) });
    return { ids: found.entries.map(({ id }) => id), full: found.full, left: found.left.length };
  };
  const flood = await writeFlood("hung", 1_000);
  expect(await look("new")).toEqual({ ids: flood.slice(0, 4), full: [], left: 6 });
  const other = await writeDue(0, "other");
  expect(await look("new")).toEqual({ ids: [other], full: ["hung"], left: 0 });
  await database.asOwner("UPDATE queue.entry SET state = 'done' WHERE id = $1", [flood[0]]);
  // Another process may take what it has freed; a look at what was left finds it, too.
  expect(await look("new")).toEqual({ ids: [], full: [], left: 0 });
  expect(await look("new", ["other"])).toEqual({ ids: [], full: [], left: 0 });
  expect(await look("new", ["hung"])).toEqual({ ids: [flood[4]], full: [], left: 9 });
  await look("new");
  await database.asOwner("UPDATE queue.entry SET state = 'done' WHERE id = $1", [flood[1]]);
  expect((await look("left")).ids).toEqual([flood[5]]);
  await database.asOwner("DELETE FROM queue.entry");
});

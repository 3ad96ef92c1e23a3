import { expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { Entries } from "./entries.ts";
import { Places } from "./places.ts";

const { database, write } = dispatchers();

/** A look of a process without entries at work. */
const ANY = { places: new Places({ fresh: 60, all: 60 }), maxPerGroup: 4, known: [], depth: 600 };

/** Writes an entry that has been due for some minutes. Returns its id. */
async function writeDue(minutes: number): Promise<string> {
  const id = newId();
  await database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id, due_at)
     VALUES ($1::uuid, 'deliveries', '{}', $1::text, now() - make_interval(mins => $2))`,
    [id, minutes],
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

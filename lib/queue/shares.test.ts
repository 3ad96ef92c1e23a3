import { afterEach, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { dispatchers } from "#lib/testing/dispatchers";
import { Entries, type Entry } from "./entries.ts";
import { type Holder, holderOf, type Place, Places } from "./places.ts";
import { QUEUES, type QueueName } from "./queues.ts";

const { database, start } = dispatchers();

afterEach(() => database.asOwner("DELETE FROM queue.entry"));

/** Writes entries of an organization and a group, as another process does: without a wake-up. */
const write = (organizationId: string, group: string, count: number, queue: QueueName = "deliveries") =>
  database.asOwner(
    `INSERT INTO queue.entry (id, queue, data, group_id)
     SELECT id, $4, $2, $3 FROM unnest($1::uuid[]) AS id`,
    [Array.from({ length: count }, () => newId()), { organizationId }, group, queue],
  );

/** Writes entries of many groups, each a lane of its own. */
async function writeLanes(organization: string, lanes: number, each: number, queue?: QueueName): Promise<void> {
  for (let lane = 0; lane < lanes; lane++) await write(organization, `${organization}${lane}`, each, queue);
}

const holder = ({ data, group }: Entry): Holder => holderOf(data, group);

/** Takes entries as one process does, and keeps them at work. */
class TestProcess {
  readonly #places: Places;
  readonly #entries: Entries;
  readonly #maxPerGroup: number;
  readonly #placeOf = new Map<string, Place>();
  readonly atWork: Entry[] = [];
  #fresh: Entry[] = [];

  constructor(queue: QueueName, places: ConstructorParameters<typeof Places>[0]) {
    this.#entries = new Entries(queue);
    this.#places = new Places(places);
    this.#maxPerGroup = places.maxPerGroup;
  }

  async look({ depth = 600 } = {}) {
    const { free } = this.#places;
    const asked = { maxPerGroup: this.#maxPerGroup, known: [], depth, free, freed: new Set<string>() };
    const { due, hidden } = await this.#entries.due("all", asked);
    const chosen = this.#places.choose(due);
    const taken = await this.#entries.take(chosen.map(({ entry }) => entry));
    for (const { entry, place } of chosen) {
      if (!taken.has(entry.id)) {
        place.leave();
        continue;
      }
      this.#placeOf.set(entry.id, place);
      this.atWork.push(entry);
      this.#fresh.push(entry);
    }
    const [isContested, isCrowded] = [taken.size < chosen.length, chosen.length < due.length];
    return { count: taken.size, hidden, isContested, isCrowded };
  }

  /** The first second of all entries at work is over. */
  age(): void {
    for (const entry of this.#fresh.splice(0)) this.#placeOf.get(entry.id)?.age();
  }

  /** What an organization has at work ends, all of it long after its first second. */
  async end(organization: string): Promise<void> {
    const ended = this.atWork.filter((entry) => holder(entry).organization === organization);
    for (const entry of ended) {
      this.atWork.splice(this.atWork.indexOf(entry), 1);
      this.#placeOf.get(entry.id)?.leave();
    }
    await database.asOwner("DELETE FROM queue.entry WHERE id = ANY ($1::uuid[])", [ended.map(({ id }) => id)]);
  }

  /** Numbers of entries at work of these organizations. */
  counts(...organizations: string[]): number[] {
    return organizations.map((each) => this.atWork.filter((entry) => holder(entry).organization === each).length);
  }

  groups(): Set<string> {
    return new Set(this.atWork.map(({ group }) => group));
  }
}

const aProcess = (
  fresh: number,
  all: number,
  { queue = "deliveries" as QueueName, maxPerGroup = 12 } = {},
): TestProcess => new TestProcess(queue, { fresh, all, maxPerGroup });

it.each(Object.keys(QUEUES) as QueueName[])("gives an organization at most half of the places: %s", async (queue) => {
  const process = aProcess(20, 100, { queue });
  await writeLanes("a", 30, 3, queue);
  expect(await process.look()).toMatchObject({ isCrowded: true });
  expect(process.counts("a")).toEqual([10]);
  // One that comes later finds a place at once, and then has its share of what is left.
  await write("b", "b", 8, queue);
  await process.look();
  expect(process.counts("a", "b")).toEqual([10, 4]);
});

it("gives one lane at most a third, so that its organization's others find a place", async () => {
  const process = aProcess(96, 800);
  for (let host = 0; host < 100; host++) await write("a", `target:account:${host}`, 2);
  await process.look();
  expect(process.counts("a")).toEqual([32]);
  await write("a", "endpoint:one", 1);
  await write("a", "inbox:account", 1);
  await process.look();
  expect([...process.groups()]).toEqual(expect.arrayContaining(["endpoint:one", "inbox:account"]));
});

it("leaves places to receivers that come while 200 hosts of the same account hang, each with many deliveries", async () => {
  const process = aProcess(192, 800, { maxPerGroup: 8 });
  for (let host = 0; host < 200; host++) await write("a", `target:account:${host}`, 4);
  for (let second = 0; second < 12; second++) {
    await process.look();
    process.age();
  }
  const [hanging = 0] = process.counts("a");
  expect([hanging >= 200, hanging < 267]).toEqual([true, true]);
  expect(process.groups().size).toBe(200);
  const later = Array.from({ length: 8 }, (_, number) => `target:account:later-${number}`);
  for (const group of later) await write("a", group, 1);
  await process.look();
  expect([...process.groups()]).toEqual(expect.arrayContaining(later));
});

it("leaves places to endpoints, the inbox and another organization while 500 hosts of one account hang", {
  tags: "long",
}, async () => {
  const process = aProcess(192, 800, { maxPerGroup: 8 });
  for (let host = 0; host < 500; host++) await write("a", `target:account:${host}`, 4);
  for (let second = 0; second < 12; second++) {
    await process.look({ depth: 3_000 });
    process.age();
  }
  const [hanging = 0] = process.counts("a");
  expect([hanging > 200, hanging <= 267]).toEqual([true, true]);
  await write("a", "endpoint:one", 1);
  await write("a", "inbox:account", 1);
  await write("b", "target:other:1", 1);
  await process.look({ depth: 3_000 });
  expect([...process.groups()]).toEqual(expect.arrayContaining(["endpoint:one", "inbox:account", "target:other:1"]));
});

it("leaves places to an organization that comes while twenty others hang, once their first calls have ended", {
  tags: "long",
}, async () => {
  const process = aProcess(60, 400);
  const hanging = Array.from({ length: 20 }, (_, number) => `hanging-${number}`);
  for (const organization of hanging) await writeLanes(organization, 40, 12);
  const fill = async () => {
    for (let left = 1; left > 0; ) {
      left = (await process.look({ depth: 20_000 })).count;
      process.age();
    }
  };
  await fill();
  for (const organization of hanging) {
    await process.end(organization);
    await fill();
  }
  const counts = process.counts(...hanging);
  expect(Math.max(...counts)).toBeLessThanOrEqual(400 / 20);
  await writeLanes("late", 8, 1);
  await process.look({ depth: 20_000 });
  // Of what is free, one organization takes half at most.
  expect(process.counts("late")[0]).toBeGreaterThanOrEqual(4);
});

it("takes one entry of each group before a second one of any", async () => {
  const process = aProcess(96, 800);
  await write("a", "target:account:slow", 30);
  for (let host = 0; host < 20; host++) await write("a", `target:account:${host}`, 1);
  await process.look();
  expect([process.counts("a"), process.groups().size]).toEqual([[32], 21]);
});

it("shares by the same rule among all entries at work, as they are no longer fresh", async () => {
  const process = aProcess(20, 60);
  await writeLanes("a", 60, 1);
  for (let second = 0; second < 8; second++) {
    await process.look();
    process.age();
  }
  expect(process.counts("a")).toEqual([30]);
  await writeLanes("b", 20, 1);
  await write("c", "c", 1);
  await process.look();
  expect(process.counts("a", "b", "c")).toEqual([30, 10, 1]);
  // As long as anything ends, everybody gets on; while nothing does, each later one still finds a place.
  for (const later of ["d", "e", "f"]) {
    process.age();
    await write(later, later, 1);
    await process.look();
  }
  expect(process.counts("a", "d", "e", "f")).toEqual([30, 1, 1, 1]);
});

it("gives three organizations their shares, whatever they ask for and however many accounts they have", async () => {
  const process = aProcess(60, 400);
  await writeLanes("many accounts", 100, 2);
  await write("one account", "x", 50);
  await writeLanes("two", 2, 50);
  await write("late", "y", 1);
  await process.look();
  // An account has at most 12 at a time.
  expect(process.counts("many accounts", "one account", "two", "late")).toEqual([17, 12, 14, 1]);
});

it("keeps the share in each of several processes, which never take an entry twice", async () => {
  const processes = [1, 2, 3].map(() => aProcess(20, 100));
  const lookAll = () => Promise.all(processes.map((each) => each.look()));
  await writeLanes("a", 60, 1);
  while ((await lookAll()).some(({ isContested }) => isContested));
  expect(processes.map((each) => each.counts("a"))).toEqual([[10], [10], [10]]);
  await write("b", "b", 1);
  await lookAll();
  expect(processes.flatMap((each) => each.counts("b")).sort()).toEqual([0, 0, 1]);
  const ids = processes.flatMap(({ atWork }) => atWork.map(({ id }) => id));
  expect(new Set(ids).size).toBe(31);
});

it("finds what waits behind a flood by a deep look", async () => {
  const process = aProcess(60, 400);
  await write("a", "a", 10_000);
  await write("b", "b", 1);
  expect(await process.look()).toMatchObject({ hidden: true });
  expect(process.counts("a", "b")).toEqual([12, 0]);
  expect(await process.look({ depth: 200_000 })).toMatchObject({ hidden: false });
  expect(process.counts("a", "b")).toEqual([12, 1]);
});

it("takes another organization's entry while one floods the queue with 10,000 and all at work hang", async () => {
  const gate = Promise.withResolvers<void>();
  const [taken, others] = [[] as string[], Promise.withResolvers<void>()];
  const dispatcher = await start({
    places: { fresh: 60, all: 400 },
    maxPerGroup: 12,
    async handle(data) {
      const { organizationId } = data as { organizationId: string };
      taken.push(organizationId);
      if (organizationId === "b") return others.resolve();
      await gate.promise;
    },
  });
  await dispatcher.idle();
  await writeLanes("a", 10, 1_000);
  dispatcher.look();
  await expect.poll(() => taken.length).toBeGreaterThan(11);
  await write("b", "b", 1);
  dispatcher.look();
  await others.promise;
  // Deep looks find the accounts of the flood as well.
  await expect.poll(() => taken.length).toBeGreaterThan(24);
  await database.asOwner("DELETE FROM queue.entry WHERE state = 'waiting'");
  gate.resolve();
  await dispatcher.idle();
});

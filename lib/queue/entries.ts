import { setTimeout as pause } from "node:timers/promises";
import { logger } from "#lib/kernel/logger";
import type { Reach } from "./looks.ts";
import { onQueue } from "./on-queue.ts";
import type { QueueName } from "./queues.ts";
import { ENTRIES, GIVE_BACK, RENEW } from "./statements.ts";

/** A queue entry that this process works on, or keeps. */
export interface Entry {
  id: string;
  /** The payload (see `PAYLOADS`). */
  data: object;
  group: string;
  /** How often it was taken. It tells this taking from a later one, by another process. */
  takes: number;
  /** What its writer knows of the work (see `Leased`). */
  carried?: object | undefined;
}

/** An entry that waits, and the number of its group's entries at work, in all processes, or before it. */
export interface Waiting extends Entry {
  before: number;
}

/** What a look at the queue asks. */
interface Look {
  /** Most entries at work per group, over all processes. */
  maxPerGroup: number;
  /** Ids that are not named as beyond. */
  known: readonly string[];
  /** Most due entries to read. */
  depth: number;
  /** Free places: of each organization, one entry more is returned. */
  free: number;
  /** Groups of which entries ended since the last look: those that it found full may have a place again. */
  freed: ReadonlySet<string>;
}

/** What a look at the queue finds. */
export interface Found {
  /** Entries to choose among. */
  due: Waiting[];
  /** Ids of the first other due entries that the caller did not know; none of full groups. */
  beyond: string[];
  /** True if there may be due entries beyond those that were read. */
  hidden: boolean;
  /** Groups with as many entries at work as they may have, of which none was read. */
  full: string[];
}

/** Every entry became due after it. */
const EVER = "-infinity";

/** Pauses between attempts to settle entries while the database is away; their sum is about a restart's duration. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

/** Returns the earlier of two times as `dueOf` returns them: in UTC, to microseconds without trailing zeros. `EVER` is the earliest. */
const earlier = (one: string, other: string): string => (one < other ? one : other);

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

const takesOf = (entries: readonly Entry[]) => entries.map(({ takes }) => takes);

/** What is stored and logged of an error: its text may hold what others have written. */
export const reasonOf = (error: unknown) => ({
  error_name: (error as Error | undefined)?.name,
  code: (error as { code?: string } | undefined)?.code,
});

/**
 * Finds and takes the entries of one queue, several per statement, and settles them: tells the queue what became of those that it has
 * taken, but for those that another process has taken since. That is repeated while the database is briefly away, since they are
 * still leased. If it stays away, the leases run out, and the next process that takes the entries finds their work done.
 */
export class Entries {
  readonly #queue: QueueName;
  /** `due_at` of the first entry that the last look read; entries that are written since are due later. */
  #since = EVER;
  /**
   * Where the entries of groups that were full begin: a look passes over them only if the group may have a place, however many
   * wait for a target that hangs.
   */
  #sinceOfFull = new Map<string, string>();
  /** Entries whose work is done, and that the next statement completes. */
  #done: Entry[] = [];
  #settled: Promise<void> = Promise.resolve();
  #pauses = PAUSES_MS;

  constructor(queue: QueueName) {
    this.#queue = queue;
  }

  /** Returns the entries that are due for longest: of those that the last look read or that became due since, or of all. */
  async due(reach: Reach, { maxPerGroup, known, depth, free, freed }: Look): Promise<Found> {
    const since = this.#sinceFor(reach, freed);
    const [found] = await onQueue<Found & { since: string }>(ENTRIES[this.#queue].due, [
      maxPerGroup,
      JSON.stringify(known),
      since,
      depth,
      free,
    ]);
    if (!found) throw new Error(`A look at the queue ${this.#queue} returned nothing`);
    this.#sinceOfFull = new Map([
      // Those that this look did not pass over may have got their places from another process: a look at what was left finds them.
      ...[...this.#sinceOfFull].filter(([, first]) => first < since),
      ...found.full.map((group) => [group, this.#sinceOfFull.get(group) ?? since] as const),
    ]);
    this.#since = found.since;
    return found;
  }

  /** Takes entries that wait. Returns by their ids how often each was taken; another process may have taken some. */
  async take(entries: readonly Entry[]): Promise<Map<string, number>> {
    if (entries.length === 0) return new Map();
    const taken = await onQueue<{ id: string; takes: number }>(ENTRIES[this.#queue].take, [idsOf(entries)]);
    return new Map(taken.map(({ id, takes }) => [id, takes]));
  }

  /** Returns from where on a look reads. */
  #sinceFor(reach: Reach, freed: ReadonlySet<string>): string {
    if (reach === "all" || reach === "deep") return EVER;
    const full = [...this.#sinceOfFull].filter(([group]) => reach === "left" || freed.has(group));
    return full.map(([, first]) => first).reduce(earlier, this.#since);
  }

  /** Renews the leases of entries. */
  async renew(entries: Entry[]): Promise<void> {
    if (entries.length > 0) await onQueue(RENEW, [this.#queue, idsOf(entries), takesOf(entries)]);
  }

  /** Completes an entry; those that end while others are being completed are completed together. */
  complete(entry: Entry): Promise<void> {
    this.#done.push(entry);
    this.#settled = this.#settled.then(async () => {
      const rows = JSON.stringify(this.#done.splice(0).map(({ id, takes }) => ({ id, takes })));
      if (rows !== "[]") await this.#tell(ENTRIES[this.#queue].complete, [rows]);
    });
    return this.#settled;
  }

  /** Returns entries to the queue, for a reason that is stored with them. */
  async giveBack(entries: Entry[], reason: object): Promise<void> {
    logger.warn({ queue: this.#queue, ...reason }, "entries go back to the queue");
    await this.#tell(GIVE_BACK, [this.#queue, idsOf(entries), takesOf(entries), JSON.stringify(reason)]);
  }

  /** The process ends: nothing is repeated any more. */
  end(): void {
    this.#pauses = [];
  }

  /** Resolves once all entries whose work is done are completed. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  async #tell(statement: string, values: unknown[]): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await onQueue(statement, values);
        return;
      } catch (error) {
        logger.warn({ queue: this.#queue, ...reasonOf(error) }, "entries could not be settled");
      }
      const wait = this.#pauses[tries];
      if (wait === undefined) return;
      await pause(wait);
    }
  }
}

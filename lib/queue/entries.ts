import { setTimeout as pause } from "node:timers/promises";
import { logger } from "#lib/kernel/logger";
import type { Reach } from "./looks.ts";
import { onQueue } from "./on-queue.ts";
import type { Places } from "./places.ts";
import type { QueueName } from "./queues.ts";
import { ENTRIES, GIVE_BACK, PUT_BACK, RENEW } from "./statements.ts";

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

/** What a look at the queue takes. */
interface Look {
  places: Pick<Places, "free" | "used" | "equalShare">;
  /** Most entries at work per group, over all processes. */
  maxPerGroup: number;
  /** Ids that are not named as left. */
  known: readonly string[];
  /** Most due entries to look at. */
  depth: number;
  /** Groups of which entries ended since the last look: those that it found full may have a place again. */
  freed: ReadonlySet<string>;
}

/** The result of a look at the queue. */
export interface Taken {
  entries: Entry[];
  /** True if there may be due entries beyond those that were looked at. */
  hidden: boolean;
  /** True if another process has just taken some of the same entries. */
  contested: boolean;
  /** True if entries were left for want of places here. */
  crowded: boolean;
  /** Ids of the first due entries that were left and that the caller did not know; none of full groups. */
  left: string[];
  /** Groups with as many entries at work as they may have, of which none was looked at. */
  full: string[];
}

/** Every entry became due after it. */
const EVER = "-infinity";

/** Pauses between attempts to settle entries while the database is away; their sum is about a restart's duration. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

/** Returns the earlier of two times as `take` returns them: in UTC, to microseconds without trailing zeros. `EVER` is the earliest. */
const earlier = (one: string, other: string): string => (one < other ? one : other);

const idsOf = (entries: readonly Entry[]) => entries.map(({ id }) => id);

/** What is stored and logged of an error: its text may hold what others have written. */
export const reasonOf = (error: unknown) => ({
  error_name: (error as Error | undefined)?.name,
  code: (error as { code?: string } | undefined)?.code,
});

/**
 * Takes the entries of one queue, several per statement, and settles them: tells the queue what became of those that it has
 * taken. That is repeated while the database is briefly away, since they are still leased. If it stays away, the leases run
 * out, and the next process that takes the entries finds their work done.
 */
export class Entries {
  readonly #queue: QueueName;
  /** `due_at` of the first entry that the last look left; entries that are written since are due later. */
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

  /**
   * Takes due entries, those due for longest first within the shares of organizations: of those that the last look left
   * or that became due since, or of all.
   */
  async take(reach: Reach, { places, maxPerGroup, known, depth, freed }: Look): Promise<Taken> {
    const { free, used, equalShare } = places;
    const since = this.#sinceFor(reach, freed);
    const [found] = await onQueue<Taken & { since: string }>(ENTRIES[this.#queue].take, [
      free.fresh,
      maxPerGroup,
      JSON.stringify(known),
      since,
      JSON.stringify(used),
      free.all,
      depth,
      equalShare,
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

  /** Returns from where on a look reads. */
  #sinceFor(reach: Reach, freed: ReadonlySet<string>): string {
    if (reach === "all" || reach === "deep") return EVER;
    const full = [...this.#sinceOfFull].filter(([group]) => reach === "left" || freed.has(group));
    return full.map(([, first]) => first).reduce(earlier, this.#since);
  }

  /** Renews the leases of entries. */
  async renew(entries: Entry[]): Promise<void> {
    if (entries.length > 0) await onQueue(RENEW, [this.#queue, idsOf(entries)]);
  }

  /** Completes an entry; those that end while others are being completed are completed together. */
  complete(entry: Entry): Promise<void> {
    this.#done.push(entry);
    this.#settled = this.#settled.then(async () => {
      const rows = JSON.stringify(this.#done.splice(0).map(({ id }) => ({ id })));
      if (rows !== "[]") await this.#tell(ENTRIES[this.#queue].complete, [rows]);
    });
    return this.#settled;
  }

  /** Returns entries to the queue, for a reason that is stored with them; none that another process has taken since. */
  async giveBack(entries: Entry[], reason: object): Promise<void> {
    logger.warn({ queue: this.#queue, ...reason }, "entries go back to the queue");
    const takes = entries.map((entry) => entry.takes);
    await this.#tell(GIVE_BACK, [this.#queue, idsOf(entries), takes, JSON.stringify(reason)]);
  }

  /**
   * Puts entries back that this process has taken beyond a share. It is not repeated: if only its answer was lost, another
   * process may work on them by then. If it failed, their leases run out.
   */
  putBack(entries: Entry[]): Promise<void> {
    return this.#tell(PUT_BACK, [this.#queue, idsOf(entries)], []);
  }

  /** The process ends: nothing is repeated any more. */
  end(): void {
    this.#pauses = [];
  }

  /** Resolves once all entries whose work is done are completed. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  async #tell(statement: string, values: unknown[], pauses = this.#pauses): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await onQueue(statement, values);
        return;
      } catch (error) {
        logger.warn({ queue: this.#queue, ...reasonOf(error) }, "entries could not be settled");
      }
      const wait = pauses[tries];
      if (wait === undefined) return;
      await pause(wait);
    }
  }
}

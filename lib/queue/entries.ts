import type { Reach } from "./looks.ts";
import { onQueue } from "./on-queue.ts";
import type { Places } from "./places.ts";
import type { QueueName } from "./queues.ts";
import { ENTRIES, GIVE_BACK, PUT_BACK, RENEW } from "./statements.ts";

/** A queue entry that this process works on. */
export interface Entry {
  id: string;
  /** The payload (see `PAYLOADS`). */
  data: object;
  group: string;
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

/** Returns the earlier of two times as `take` returns them: in UTC, to microseconds without trailing zeros. `EVER` is the earliest. */
const earlier = (one: string, other: string): string => (one < other ? one : other);

/** Takes and settles the entries of one queue, several per statement. */
export class Entries {
  readonly #queue: QueueName;
  /** `due_at` of the first entry that the last look left; entries that are written since are due later. */
  #since = EVER;
  /**
   * Where the entries of groups that were full begin: a look passes over them only if the group may have a place, however many
   * wait for a target that hangs.
   */
  #sinceOfFull = new Map<string, string>();

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

  complete(entries: Entry[]): Promise<unknown> {
    return onQueue(ENTRIES[this.#queue].complete, [JSON.stringify(entries.map(({ id }) => ({ id })))]);
  }

  /** Returns entries to the queue, for a reason that is stored with them. */
  giveBack(entries: Entry[], reason: object): Promise<unknown> {
    return onQueue(GIVE_BACK, [this.#queue, entries.map(({ id }) => id), JSON.stringify(reason)]);
  }

  /** Lets entries wait again whose work was not begun. */
  putBack(entries: Entry[]): Promise<unknown> {
    return onQueue(PUT_BACK, [this.#queue, entries.map(({ id }) => id)]);
  }

  /** Renews the leases of entries. */
  renew(ids: string[]): Promise<unknown> {
    return onQueue(RENEW, [this.#queue, ids]);
  }
}

import type { Job, PgBoss } from "pg-boss";
import { onQueue } from "./boss.ts";
import { ENTRIES, RENEW } from "./boss-tables.ts";
import type { QueueName } from "./queues.ts";

/** A queue entry that this process works on. `carried`: what its writer knows of the work (see `Leased`). */
export type Entry = Pick<Job<object>, "id" | "data" | "groupId" | "retryCount"> & { carried?: object | undefined };

/** The result of a look at the queue. */
interface Taken {
  entries: Entry[];
  /** True if entries of groups that are full now may have hidden those of other groups. */
  hidden: boolean;
  /** Ids of the first due entries that were left and that the caller did not know. */
  left: string[];
}

/** Every entry became due after it. */
const EVER = "-infinity";

/** Takes and settles the entries of one queue, several per statement. */
export class Entries {
  readonly #boss: PgBoss;
  readonly #queue: QueueName;
  /** `start_after` of the first entry that the last look left; entries that are written since are due later. */
  #since = EVER;

  constructor(boss: PgBoss, queue: QueueName) {
    this.#boss = boss;
    this.#queue = queue;
  }

  /**
   * Takes up to `room` due entries, those due for longest first: of those that the last look left or that became due
   * since, or of all. `known`: ids that are not named as left.
   */
  async take(which: "new" | "all", room: number, maxPerGroup: number, known: readonly string[]): Promise<Taken> {
    const [found] = await onQueue<Taken & { since: string }>(ENTRIES[this.#queue].take, [
      room,
      maxPerGroup,
      JSON.stringify(known),
      which === "all" ? EVER : this.#since,
    ]);
    if (!found) throw new Error(`A look at the queue ${this.#queue} returned nothing`);
    this.#since = found.since;
    return found;
  }

  complete(entries: Entry[]): Promise<unknown> {
    return this.#boss.complete(this.#queue, entries);
  }

  /** Returns entries to the queue, for a reason that is stored with them. */
  giveBack(entries: Entry[], reason: object): Promise<unknown> {
    return this.#boss.fail(this.#queue, entries, reason);
  }

  /** Renews the leases of entries. */
  renew(ids: string[]): Promise<unknown> {
    return onQueue(RENEW, [this.#queue, ids]);
  }
}

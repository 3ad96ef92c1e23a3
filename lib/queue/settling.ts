import { setTimeout as pause } from "node:timers/promises";
import { logger } from "#lib/kernel/logger";
import type { Entries, Entry } from "./entries.ts";
import type { QueueName } from "./queues.ts";
import { wakeOthers } from "./wake.ts";

/** Pauses between attempts to settle entries while the database is away; their sum is about a restart's duration. */
const PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

/** What is stored and logged of an error: its text may hold what others have written. */
export const reasonOf = (error: unknown) => ({
  error_name: (error as Error | undefined)?.name,
  code: (error as { code?: string } | undefined)?.code,
});

/**
 * Tells a queue what became of the entries that this process has taken, and repeats it while the database is briefly away:
 * they are still leased. If it stays away, the leases run out, and the next process that takes the entries finds their
 * work done.
 */
export class Settling {
  readonly #queue: QueueName;
  readonly #entries: Entries;
  readonly #isEnding: () => boolean;
  /** Entries whose work is done, and that the next statement completes. */
  #done: Entry[] = [];
  #settled: Promise<void> = Promise.resolve();

  /** `isEnding`: whether the process ends, and no attempt is repeated any more. */
  constructor(queue: QueueName, entries: Entries, isEnding: () => boolean) {
    this.#queue = queue;
    this.#entries = entries;
    this.#isEnding = isEnding;
  }

  /** Resolves once all entries whose work is done are completed. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  /** Completes an entry; those that end while others are being completed are completed together. */
  complete(entry: Entry): Promise<void> {
    this.#done.push(entry);
    this.#settled = this.#settled.then(async () => {
      const entries = this.#done;
      this.#done = [];
      if (entries.length > 0) await this.#tell(() => this.#entries.complete(entries));
    });
    return this.#settled;
  }

  /** Returns entries to the queue. */
  async giveBack(entries: Entry[], reason: object): Promise<void> {
    logger.warn({ queue: this.#queue, ...reason }, "entries go back to the queue");
    await this.#tell(() => this.#entries.giveBack(entries, reason));
  }

  /**
   * Puts entries back that this process has taken beyond a share, and wakes others, which may have places for them. It is not
   * repeated: if only its answer was lost, another process may work on them by then. If it failed, their leases run out.
   */
  async putBack(entries: Entry[]): Promise<void> {
    await this.#tell(() => this.#entries.putBack(entries), []);
    wakeOthers(this.#queue);
  }

  async #tell(tell: () => Promise<unknown>, pauses = this.#isEnding() ? [] : PAUSES_MS): Promise<void> {
    for (let tries = 0; ; tries++) {
      try {
        await tell();
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

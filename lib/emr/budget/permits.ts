import { setTimeout as sleep } from "node:timers/promises";
import PQueue from "p-queue";
import { EmrError } from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import { newId } from "#lib/kernel/id";
import type { BudgetStore } from "./budget-row.ts";

/** After this time a call's process must have died: longer than the deadline of any call. */
const LEASE_MS = 60_000;

/** A permit is asked for again after this time, at most doubled, while other processes have them all. */
const AGAIN_MS = 50;

const MOST_WAIT_MS = 30_000;

const endedError = () => new EmrError("passing", "The request to the EMR was ended", { notDone: true });

const noPermit = () =>
  new EmrError("passing", "All calls that the EMR takes at once are under way", { limited: true, retryAfterMs: 1_000 });

/**
 * The calls of an account that may be under way at once. This process's calls wait in line; the ids of those under way
 * stand in the account's shared row, so that all processes together keep the limit.
 */
export class Permits {
  readonly #store: BudgetStore;
  readonly #most: number;
  readonly #line: PQueue;

  constructor(store: BudgetStore, most: number) {
    this.#store = store;
    this.#most = most;
    this.#line = new PQueue({ concurrency: most });
  }

  /** Makes a call with a permit. Throws an EmrError if the signal ends before, or none is free within 30 seconds. */
  run<Result>(call: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    const until = performance.now() + MOST_WAIT_MS;
    const { promise: ended, reject } = Promise.withResolvers<never>();
    const end = () => reject(endedError());
    signal?.addEventListener("abort", end);
    const stopListening = () => signal?.removeEventListener("abort", end);
    const made = this.#line.add(async () => {
      const id = await this.#take(until, signal);
      // From here on the call itself obeys the signal.
      stopListening();
      try {
        if (signal?.aborted) throw endedError();
        return await call();
      } finally {
        // A permit that cannot be given back ends by its lease.
        await this.#giveBack(id).catch(() => undefined);
      }
    });
    return Promise.race([made, ended]).finally(stopListening);
  }

  async #take(until: number, signal?: AbortSignal): Promise<string> {
    const id = newId();
    while (true) {
      if (signal?.aborted) throw endedError();
      if (performance.now() > until) throw noPermit();
      if (await this.#tryToTake(id)) return id;
      await sleep(AGAIN_MS * (1 + Math.random()));
    }
  }

  async #tryToTake(id: string): Promise<boolean> {
    const now = presentMs();
    const { underWay } = await this.#store.change((row) => {
      const live = Object.entries(row?.underWay ?? {}).filter(([, end]) => end > now);
      return live.length < this.#most ? { underWay: { ...Object.fromEntries(live), [id]: now + LEASE_MS } } : {};
    });
    return id in underWay;
  }

  async #giveBack(id: string): Promise<void> {
    await this.#store.change((row) => {
      const { [id]: _mine, ...others } = row?.underWay ?? {};
      return { underWay: others };
    });
  }
}

import { brand } from "./brand.ts";

/** No place became free before the deadline, or too many waited for one already. */
export class NoneLeft extends Error {
  static {
    brand(NoneLeft, "NoneLeft");
  }
}

interface Waiter {
  take(): void;
  timer: NodeJS.Timeout;
}

/** Returns the organization of a holder that is one of its accounts: the part of the name before a slash. */
const organizationOf = (holder: string): string => holder.split("/", 1)[0] ?? holder;

/** Bounds beside the number of places. */
interface Bounds {
  /** Most places of one holder, however many are free. */
  mostEach?: number;
  /** Most waiters: shared like the places, so that one organization's never keep others from waiting. */
  mostWaiting?: number;
}

/**
 * Shares a fixed number of places among holders, such as accounts, so that no holder blocks the others: a holder may
 * take another place while more places are free than it holds, and than half of what all holders of its organization
 * hold. A single holder gets at most half of the places, one organization at most two thirds, whatever the number of its
 * accounts, and what has none may take any place that is free. Waiting holders are served in turn.
 */
export class Shares {
  #left: number;
  readonly #withinMs: number;
  readonly #mostEach: number;
  readonly #mostWaiting: number;
  /** Number of places by holder, and by organization. */
  readonly #held = new Map<string, number>();
  /** In the order of service: the holder served last comes last. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(places: number, withinMs: number, { mostEach = Infinity, mostWaiting = Infinity }: Bounds = {}) {
    this.#left = places;
    this.#withinMs = withinMs;
    this.#mostEach = mostEach;
    this.#mostWaiting = mostWaiting;
  }

  /** Number of waiters. */
  get waiting(): number {
    let count = 0;
    for (const waiters of this.#waiting.values()) count += waiters.length;
    return count;
  }

  /**
   * Takes a place, which the caller must give back once. Returns undefined if a place was free at once, otherwise a
   * promise. Rejects with NoneLeft after the deadline, or at once if too many wait.
   */
  take(holder: string): Promise<void> | undefined {
    if (!this.#mayTake(holder)) return this.#wait(holder);
    this.#count(holder, 1);
    return undefined;
  }

  /** Does work in a place. Rejects with NoneLeft if there is none before the deadline. */
  async during<Result>(holder: string, work: () => Promise<Result>): Promise<Result> {
    await this.take(holder);
    try {
      return await work();
    } finally {
      this.giveBack(holder);
    }
  }

  giveBack(holder: string): void {
    this.#count(holder, -1);
    while (this.#serveNext());
  }

  #mayTake(holder: string): boolean {
    const [held = 0, ofAll = 0] = [holder, organizationOf(holder)].map((key) => this.#held.get(key));
    return held < this.#mostEach && Math.max(held, ofAll / 2) < this.#left;
  }

  /** Returns whether more waiters may come than the holder's organization has. */
  #mayWait(holder: string): boolean {
    let own = 0;
    for (const [each, waiters] of this.#waiting) {
      if (organizationOf(each) === organizationOf(holder)) own += waiters.length;
    }
    return own < this.#mostWaiting - this.waiting;
  }

  #count(holder: string, change: 1 | -1): void {
    this.#left -= change;
    for (const key of new Set([holder, organizationOf(holder)])) {
      const held = (this.#held.get(key) ?? 0) + change;
      if (held > 0) this.#held.set(key, held);
      else this.#held.delete(key);
    }
  }

  #wait(holder: string): Promise<void> {
    if (!this.#mayWait(holder)) return Promise.reject(new NoneLeft("Too many wait for a place"));
    return new Promise((resolve, reject) => {
      const waiters = this.#waiting.get(holder) ?? [];
      const waiter: Waiter = {
        take: resolve,
        timer: setTimeout(() => {
          waiters.splice(waiters.indexOf(waiter), 1);
          if (waiters.length === 0) this.#waiting.delete(holder);
          reject(new NoneLeft(`No place was free within ${this.#withinMs} ms`));
        }, this.#withinMs),
      };
      waiters.push(waiter);
      this.#waiting.set(holder, waiters);
    });
  }

  /** Assigns a place to the first holder that may take one. Returns false if there is none. */
  #serveNext(): boolean {
    for (const [holder, waiters] of this.#waiting) {
      if (!this.#mayTake(holder)) continue;
      const waiter = waiters.shift();
      this.#waiting.delete(holder);
      if (waiters.length > 0) this.#waiting.set(holder, waiters);
      if (!waiter) continue;
      clearTimeout(waiter.timer);
      this.#count(holder, 1);
      waiter.take();
      return true;
    }
    return false;
  }
}

/** Nobody gave back what was waited for in time. */
export class NoneLeft extends Error {}

interface Waiter {
  take(): void;
  timer: NodeJS.Timeout;
}

/**
 * Shares a number of places out among holders, such as accounts, so that none of them holds up the others: whoever
 * holds some may take another while more are left than it holds. Alone it comes to half of them, and there is always one
 * for who has none. Those that wait are served in turn.
 */
export class Shares {
  #left: number;
  readonly #withinMs: number;
  readonly #held = new Map<string, number>();
  /** Whoever was served last stands last. */
  readonly #waiting = new Map<string, Waiter[]>();

  constructor(places: number, withinMs: number) {
    this.#left = places;
    this.#withinMs = withinMs;
  }

  /** How many wait for a place. */
  get waiting(): number {
    let count = 0;
    for (const waiters of this.#waiting.values()) count += waiters.length;
    return count;
  }

  /** Takes a place, to be given back once; undefined where there was one at once. Throws NoneLeft after the deadline. */
  take(holder: string): Promise<void> | undefined {
    if (!this.#mayTake(holder)) return this.#wait(holder);
    this.#count(holder, 1);
    return undefined;
  }

  giveBack(holder: string): void {
    this.#count(holder, -1);
    while (this.#serveNext());
  }

  #mayTake(holder: string): boolean {
    return (this.#held.get(holder) ?? 0) < this.#left;
  }

  #count(holder: string, change: 1 | -1): void {
    this.#left -= change;
    const held = (this.#held.get(holder) ?? 0) + change;
    if (held > 0) this.#held.set(holder, held);
    else this.#held.delete(holder);
  }

  #wait(holder: string): Promise<void> {
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

  /** Gives a place to the first that may have one; whether there was any. */
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

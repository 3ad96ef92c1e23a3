import { LRUCache } from "lru-cache";

/** Caches look-ups for a limited time, counted from the start of the look-up. Drops the least recently used entries. */
export class TtlCache<Value extends {}> {
  readonly #entries: LRUCache<string, Value>;
  /** Counts the calls of `forget`: the result of a look-up that began before such a call may be invalid. */
  #forgotten = 0;

  constructor(ttlMs: number, most: number) {
    // Reads the clock on every look-up: by default the library caches the time for 1 ms with a timer.
    this.#entries = new LRUCache({ ttl: ttlMs, max: most, perf: { now: () => Date.now() }, ttlResolution: 0 });
  }

  /** Returns the cached value of a key, or loads it. A missing value (null) is not cached. */
  async lookUp<Found extends Value | null>(key: string, load: () => Promise<Found>): Promise<Value | Found> {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const start = Date.now();
    const before = this.#forgotten;
    const found = await load();
    if (found !== null && before === this.#forgotten) this.#entries.set(key, found, { start });
    return found;
  }

  /** Drops the values that are over, and does not cache the results of look-ups in progress. */
  forget(isOver: (value: Value) => boolean): void {
    this.#forgotten++;
    for (const [key, value] of this.#entries.entries()) if (isOver(value)) this.#entries.delete(key);
  }
}

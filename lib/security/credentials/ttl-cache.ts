import { LRUCache } from "lru-cache";

/** Remembers what was looked up for a while, counted from the start of the look-up; drops the least recently used entries. */
export class TtlCache<Value extends {}> {
  readonly #entries: LRUCache<string, Value>;
  /** Counts the calls of `forget`: a look-up that one of them overtook may have found what no longer holds. */
  #forgotten = 0;

  constructor(ttlMs: number, most: number) {
    // Reads the clock on every look-up: the default remembers it for 1 ms, by a timer each time.
    this.#entries = new LRUCache({ ttl: ttlMs, max: most, perf: { now: () => Date.now() }, ttlResolution: 0 });
  }

  /** Returns the value of a key, and loads it if it is not remembered. An absent value, null, is not remembered. */
  async lookUp<Found extends Value | null>(key: string, load: () => Promise<Found>): Promise<Value | Found> {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const start = Date.now();
    const before = this.#forgotten;
    const found = await load();
    if (found !== null && before === this.#forgotten) this.#entries.set(key, found, { start });
    return found;
  }

  /** Drops the values that no longer hold, and keeps the result of no look-up that is under way. */
  forget(isOver: (value: Value) => boolean): void {
    this.#forgotten++;
    for (const [key, value] of this.#entries.entries()) if (isOver(value)) this.#entries.delete(key);
  }
}

import { LRUCache } from "lru-cache";

interface LookUp<Value> {
  start: number;
  /** Value of `#forgotten` at the start. */
  before: number;
  found: Promise<Value | null>;
}

/**
 * Returns a clock, in milliseconds, that goes on by whichever of the process's two clocks has gone on further: the machine's may
 * be set back, which would keep a caller for as much longer, and the monotonic one stands still while the machine sleeps.
 */
function lifetimeClock(): () => number {
  // From 1, since the library takes a start at 0 for none.
  let [machine, monotonic, elapsed] = [Date.now(), performance.now(), 1];
  return () => {
    const [before, since] = [machine, monotonic];
    [machine, monotonic] = [Date.now(), performance.now()];
    elapsed += Math.max(0, machine - before, monotonic - since);
    return elapsed;
  };
}

/** Caches look-ups for a limited time, counted from the start of the look-up. Drops the least recently used entries. */
export class TtlCache<Value extends {}> {
  readonly #entries: LRUCache<string, Value>;
  readonly #ttlMs: number;
  readonly #underWay = new Map<string, LookUp<Value>>();
  readonly #now = lifetimeClock();
  /** Counts the calls of `forget`: the result of a look-up that began before such a call may be invalid. */
  #forgotten = 0;

  constructor(ttlMs: number, most: number) {
    this.#ttlMs = ttlMs;
    // Reads the clock on every look-up: by default the library caches the time for 1 ms with a timer.
    this.#entries = new LRUCache({ ttl: ttlMs, max: most, perf: { now: this.#now }, ttlResolution: 0 });
  }

  /**
   * Returns the cached value of a key, or loads it. Callers who come while it is loaded share the result: thousands of
   * streams check one caller. A missing value (null) is neither cached nor shared.
   */
  async lookUp<Found extends Value | null>(key: string, load: () => Promise<Found>): Promise<Value | Found> {
    const known = this.#entries.get(key);
    if (known !== undefined) return known;
    const other = this.#underWay.get(key);
    const isCurrent = other && other.before === this.#forgotten && this.#now() - other.start < this.#ttlMs;
    return (isCurrent && (await other.found)) || this.#load(key, load);
  }

  async #load<Found extends Value | null>(key: string, load: () => Promise<Found>): Promise<Found> {
    const lookUp = { start: this.#now(), before: this.#forgotten, found: load() };
    this.#underWay.set(key, lookUp);
    try {
      const found = await lookUp.found;
      if (found !== null && lookUp.before === this.#forgotten) this.#entries.set(key, found, { start: lookUp.start });
      return found;
    } finally {
      if (this.#underWay.get(key) === lookUp) this.#underWay.delete(key);
    }
  }

  /** Drops the values that are over, and does not cache the results of look-ups in progress. */
  forget(isOver: (value: Value) => boolean): void {
    this.#forgotten++;
    for (const [key, value] of this.#entries.entries()) if (isOver(value)) this.#entries.delete(key);
  }
}

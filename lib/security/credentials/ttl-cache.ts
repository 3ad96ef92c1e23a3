/**
 * What was looked up is known for a while, counted from when its look-up began; the oldest entry goes when there are too
 * many.
 */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>();
  readonly #ttlMs: number;
  readonly #most: number;
  /** How often something was forgotten: what was looked up across that may be what was just forgotten. */
  #forgotten = 0;

  constructor(ttlMs: number, most: number) {
    this.#ttlMs = ttlMs;
    this.#most = most;
  }

  /** The value of a key, looked up where it is not known. That there is none, null, is not remembered. */
  async lookUp<Found extends Value | null>(key: string, load: () => Promise<Found>): Promise<Value | Found> {
    const known = this.#entries.get(key);
    const began = Date.now();
    if (known && known.until > began) return known.value;
    const before = this.#forgotten;
    const found = await load();
    if (found === null || before !== this.#forgotten) this.#entries.delete(key);
    else this.#keep(key, found, began + this.#ttlMs);
    return found;
  }

  /** Forgets what holds no longer, and keeps nothing of what is being looked up at this moment. */
  forget(isOver: (value: Value) => boolean): void {
    this.#forgotten++;
    for (const [key, { value }] of this.#entries) if (isOver(value)) this.#entries.delete(key);
  }

  #keep(key: string, value: Value, until: number): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#most) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(key, { value, until });
  }
}

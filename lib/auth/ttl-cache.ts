/** A bounded map whose entries are forgotten after a while; the oldest entry goes when it is full. */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { value: Value; until: number }>();
  readonly #ttlMs: number;
  readonly #most: number;

  constructor(ttlMs: number, most: number) {
    this.#ttlMs = ttlMs;
    this.#most = most;
  }

  get(key: string): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    if (entry.until > Date.now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  delete(key: string): void {
    this.#entries.delete(key);
  }

  set(key: string, value: Value): void {
    if (this.#entries.size >= this.#most) {
      const oldest = this.#entries.keys().next();
      if (!oldest.done) this.#entries.delete(oldest.value);
    }
    this.#entries.set(key, { value, until: Date.now() + this.#ttlMs });
  }
}

interface Group<Entry> {
  entries: Entry[];
  /** Resolves with the entries that failed and their errors. */
  written: Promise<Map<Entry, unknown>>;
}

/**
 * Writes entries in groups, one group of a kind at a time. The first entry is written at once; entries that arrive in
 * the meantime form the next group. Each kind thus has at most one transaction in progress, and an entry waits for at
 * most two.
 */
export class GroupWriter<Entry> {
  readonly #kindOf: (entry: Entry) => string;
  readonly #write: (kind: string, entries: Entry[]) => Promise<void>;
  /** Groups that are being collected. */
  readonly #next = new Map<string, Group<Entry>>();
  /** The latest unfinished group of each kind. */
  readonly #last = new Map<string, Group<Entry>>();

  constructor(kindOf: (entry: Entry) => string, write: (kind: string, entries: Entry[]) => Promise<void>) {
    this.#kindOf = kindOf;
    this.#write = write;
  }

  /** Resolves when the entry is written. Throws the error of this entry alone. */
  async write(entry: Entry): Promise<void> {
    const failures = await this.#join(entry).written;
    if (failures.has(entry)) throw failures.get(entry);
  }

  #join(entry: Entry): Group<Entry> {
    const kind = this.#kindOf(entry);
    const gathering = this.#next.get(kind);
    if (gathering) {
      gathering.entries.push(entry);
      return gathering;
    }
    const before = this.#last.get(kind)?.written ?? Promise.resolve();
    const entries = [entry];
    const group: Group<Entry> = { entries, written: before.then(() => this.#send(kind, entries)) };
    this.#next.set(kind, group);
    this.#last.set(kind, group);
    return group;
  }

  async #send(kind: string, entries: Entry[]): Promise<Map<Entry, unknown>> {
    this.#next.delete(kind);
    const failures = await this.#failuresOf(kind, entries);
    if (this.#last.get(kind)?.entries === entries) this.#last.delete(kind);
    return failures;
  }

  /**
   * If a group fails because of one entry, each entry is written separately, so that no entry fails for another's
   * fault.
   */
  async #failuresOf(kind: string, entries: Entry[]): Promise<Map<Entry, unknown>> {
    try {
      await this.#write(kind, entries);
      return new Map();
    } catch (error) {
      if (entries.length === 1 || !isFaultOfData(error)) return new Map(entries.map((entry) => [entry, error]));
      const failures = new Map<Entry, unknown>();
      for (const entry of entries) {
        for (const [failed, reason] of await this.#failuresOf(kind, [entry])) failures.set(failed, reason);
      }
      return failures;
    }
  }
}

/** Returns whether PostgreSQL refused the data itself (SQLSTATE classes 22 and 23) and would refuse it again. */
export const isFaultOfData = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown }).code ?? ""));

interface Group<Entry> {
  entries: Entry[];
  /** Gives what failed of it, each with its error. */
  written: Promise<Map<Entry, unknown>>;
}

/**
 * Writes entries in groups, one group of a kind at a time: the first leaves at once, and those that come meanwhile go
 * together with the next. However many come, there is one transaction of a kind under way, and who comes waits for two at
 * most.
 */
export class GroupWriter<Entry> {
  readonly #kindOf: (entry: Entry) => string;
  readonly #write: (kind: string, entries: Entry[]) => Promise<void>;
  /** Those that gather. */
  readonly #next = new Map<string, Group<Entry>>();
  /** The youngest of each kind that has not ended. */
  readonly #last = new Map<string, Group<Entry>>();

  constructor(kindOf: (entry: Entry) => string, write: (kind: string, entries: Entry[]) => Promise<void>) {
    this.#kindOf = kindOf;
    this.#write = write;
  }

  /** Ends when the entry is written. Throws what its own writing threw. */
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

  /** Where a group fails by one of its entries, each is written by itself: none is refused for another's fault. */
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

/** Whether PostgreSQL refused the data themselves (SQLSTATE classes 22 and 23), and would each time. */
export const isFaultOfData = (error: unknown): boolean =>
  /^2[23]/.test(String((error as { code?: unknown }).code ?? ""));

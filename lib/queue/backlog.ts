import type { Entry } from "./entries.ts";

/** Most entries that are kept; others are found by a look. */
const MAX_KEPT = 500;

/** Age at which an entry is no longer kept: another process may have taken it meanwhile. */
const KEPT_MS = 20_000;

/** Age at which what the writer knew of the work no longer counts: its receiver may have changed meanwhile. */
const KNOWN_MS = 2_000;

interface Kept {
  entry: Entry;
  since: number;
}

/** Returns the entry, without what its writer knew if that is too old. */
const withoutOldKnowledge = ({ entry, since }: Kept): Entry =>
  performance.now() - since > KNOWN_MS ? { ...entry, carried: undefined } : entry;

/**
 * Entries of one queue that this process has written and that wait for a place here, by group and in the order of their
 * writing. They need not be looked for or read back.
 */
export class Backlog {
  readonly #groups = new Map<string, Map<string, Kept>>();
  /** Entries that a transaction in progress takes. */
  readonly #leaving = new Map<string, Kept>();
  #size = 0;

  /** Keeps an entry for which there is no place. Returns false if too many are kept. */
  add(entry: Entry): boolean {
    if (this.#size >= MAX_KEPT) return false;
    const group = this.#groups.get(entry.group) ?? new Map<string, Kept>();
    this.#groups.set(entry.group, group.set(entry.id, { entry, since: performance.now() }));
    this.#size++;
    return true;
  }

  /** Ids of all entries. */
  get ids(): string[] {
    return [...this.#groups.values()].flatMap((group) => [...group.keys()]).concat([...this.#leaving.keys()]);
  }

  /** Groups with entries. */
  get groups(): Iterable<string> {
    return this.#groups.keys();
  }

  /** Returns whether entries of other groups wait. */
  hasOthersThan(group: string): boolean {
    return this.#groups.size > (this.#groups.has(group) ? 1 : 0);
  }

  /** Number of a group's entries. */
  count(group: string): number {
    return this.#groups.get(group)?.size ?? 0;
  }

  #delete(group: string, id: string): Kept | undefined {
    const entries = this.#groups.get(group);
    const kept = entries?.get(id);
    if (!entries || !kept) return undefined;
    entries.delete(id);
    if (entries.size === 0) this.#groups.delete(group);
    this.#size--;
    return kept;
  }

  /** Removes an entry that was taken, and returns what its writer knew of the work. */
  remove({ id, group }: Entry): object | undefined {
    const kept = this.#delete(group, id);
    return kept && withoutOldKnowledge(kept).carried;
  }

  /** Returns the oldest entry of a group, which a transaction then takes (`left`) or does not (`stayed`); null if there is none. */
  next(group: string): Entry | null {
    const [id] = this.#groups.get(group)?.keys() ?? [];
    const kept = id === undefined ? undefined : this.#delete(group, id);
    if (!kept) return null;
    this.#leaving.set(kept.entry.id, kept);
    return withoutOldKnowledge(kept);
  }

  /** The transaction has ended: this process has taken the entry, or another one had. */
  left({ id }: Entry): void {
    this.#leaving.delete(id);
  }

  /** The transaction was rolled back: the entry is its group's oldest again. */
  stayed({ id, group }: Entry): void {
    const kept = this.#leaving.get(id);
    if (!kept) return;
    this.#leaving.delete(id);
    this.#groups.set(group, new Map([[id, kept], ...(this.#groups.get(group) ?? [])]));
    this.#size++;
  }

  /** Forgets old entries. Returns whether there were any. */
  forgetOld(): boolean {
    const before = performance.now() - KEPT_MS;
    const old = [...this.#groups].flatMap(([group, entries]) =>
      [...entries].filter(([, { since }]) => since < before).map(([id]) => ({ group, id })),
    );
    for (const { group, id } of old) this.#delete(group, id);
    return old.length > 0;
  }
}

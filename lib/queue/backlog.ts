import type { Entry } from "./entries.ts";
import { holderOf } from "./places.ts";

/** Most entries that are kept, of one organization at most half; others are found by a look. */
const MAX_KEPT = 1_000;

/** Age at which an entry is no longer kept: another process may have taken it meanwhile. */
const KEPT_MS = 20_000;

/** Age at which what the writer knew of the work no longer counts: its receiver may have changed meanwhile. */
const KNOWN_MS = 2_000;

interface Kept {
  entry: Entry;
  since: number;
  /** A transaction in progress takes the entry. */
  leaving: boolean;
}

const isOld = ({ since }: Kept, age: number): boolean => performance.now() - since > age;

const organizationOf = ({ data, group }: Entry): string => holderOf(data, group).organization;

/** Returns what the entry's writer knew of the work, unless it is too old. */
const carriedBy = (kept: Kept): object | undefined => (isOld(kept, KNOWN_MS) ? undefined : kept.entry.carried);

/**
 * Entries of one queue that this process has written and that wait for a place here, in the order of their writing. They
 * need not be looked for or read back.
 */
export class Backlog {
  readonly #kept = new Map<string, Kept>();

  #waiting(): Kept[] {
    return [...this.#kept.values()].filter(({ leaving }) => !leaving);
  }

  #waitingOf(group: string): Kept[] {
    return this.#waiting().filter(({ entry }) => entry.group === group);
  }

  /**
   * Keeps an entry for which there is no place. Returns false if too many are kept: as with places (see `Places`), more must
   * be free than its organization has, so that none whose entries flood the queue leaves others without.
   */
  add(entry: Entry): boolean {
    const organization = organizationOf(entry);
    const ofOrganization = [...this.#kept.values()].filter((kept) => organizationOf(kept.entry) === organization);
    if (ofOrganization.length >= MAX_KEPT - this.#kept.size) return false;
    this.#kept.set(entry.id, { entry, since: performance.now(), leaving: false });
    return true;
  }

  /** Ids of the entries, without those that wait of groups that are left out. */
  idsWithout(isLeftOut: (group: string) => boolean): string[] {
    const kept = [...this.#kept.values()].filter(({ entry, leaving }) => leaving || !isLeftOut(entry.group));
    return kept.map(({ entry }) => entry.id);
  }

  /** Groups with entries that wait. */
  get groups(): Set<string> {
    return new Set(this.#waiting().map(({ entry }) => entry.group));
  }

  /** Number of a group's entries that wait. */
  count(group: string): number {
    return this.#waitingOf(group).length;
  }

  /** Removes an entry that this process or another one has taken, and returns what its writer knew of the work. */
  remove({ id }: Entry): object | undefined {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    return kept && carriedBy(kept);
  }

  /**
   * Returns the oldest entry of a group; null if there is none. A transaction takes it, after which it is removed, or is
   * rolled back, after which it waits again (`stayed`).
   */
  next(group: string): Entry | null {
    const [kept] = this.#waitingOf(group);
    if (!kept) return null;
    kept.leaving = true;
    return { ...kept.entry, carried: carriedBy(kept) };
  }

  /** The transaction that was to take the entry was rolled back. */
  stayed({ id }: Entry): void {
    const kept = this.#kept.get(id);
    if (kept) kept.leaving = false;
  }

  /** Forgets old entries. Returns whether there were any. */
  forgetOld(): boolean {
    const old = [...this.#kept.values()].filter((kept) => isOld(kept, KEPT_MS));
    for (const { entry } of old) this.#kept.delete(entry.id);
    return old.length > 0;
  }
}

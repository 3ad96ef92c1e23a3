import type { Entry, Waiting } from "./entries.ts";

/** Whose an entry is: its place counts for each of these. */
export interface Holder {
  organization: string;
  /** A part of its entries with a share of its own, by the organization and the group's name before a colon. */
  lane: string;
  /** A linked account; the organization for an entry without one. */
  account: string;
  group: string;
}

/** Returns the holder of an entry's place, by its payload and its group. */
export function holderOf(data: object, group: string): Holder {
  const {
    organizationId = "",
    linkedAccountId = organizationId,
  }: { organizationId?: string; linkedAccountId?: string } = data;
  const lane = `${organizationId}/${group.split(":", 1)[0]}`;
  return { organization: organizationId, lane, account: linkedAccountId, group };
}

/** Numbers by key, of which those with 0 are left out. */
class Counts extends Map<string, number> {
  of(key: string): number {
    return this.get(key) ?? 0;
  }

  change(key: string, by: 1 | -1): void {
    const now = this.of(key) + by;
    if (now > 0) this.set(key, now);
    else this.delete(key);
  }
}

/** An entry that ends is one less of its organization's, one less of its lane's, and one more free place. */
const ONE_ENDED = 3;

/** Part of the free places below which an organization's own places count as few. */
const FEW = 1 / 4;

/** A number of places that organizations and their lanes share. */
class Shared {
  readonly #places: number;
  #free: number;
  readonly #organizations = new Counts();
  readonly #lanes = new Counts();

  constructor(places: number) {
    this.#places = places;
    this.#free = places;
  }

  get free(): number {
    return this.#free;
  }

  /** An equal part of the places for each organization that has some, and for one that comes. */
  get equalShare(): number {
    return Math.max(1, Math.floor(this.#places / (this.#organizations.size + 1)));
  }

  /** Number of places of an organization or a lane. */
  used(key: string): number {
    return this.#organizations.of(key) + this.#lanes.of(key);
  }

  /** Returns whether an organization has less than an equal share, or few beside what is free, with so many added to both. */
  hasLittle({ organization }: Holder, added: number, share: number): boolean {
    return this.used(organization) < Math.max(share + added, (this.#free + added) * FEW);
  }

  /** Returns whether more of this part of the free places, with so many added, are free than organization and lane have. */
  hasRoomFor({ organization, lane }: Holder, added: number, part = 1): boolean {
    return this.used(organization) + this.used(lane) < (this.#free + added) * part;
  }

  change({ organization, lane }: Holder, by: 1 | -1): void {
    this.#free -= by;
    this.#organizations.change(organization, by);
    this.#lanes.change(lane, by);
  }
}

/** An entry that waits, with whose it is. */
interface Candidate {
  entry: Waiting;
  holder: Holder;
}

/** An entry that is to be taken, with its place. */
export interface Chosen {
  entry: Entry;
  place: Place;
}

/** The place of an entry. */
export interface Place {
  holder: Holder;
  /** Whether the entry has one of the places for fresh ones as well. */
  isFresh(): boolean;
  /** The entry is no longer fresh. */
  age(): void;
  /** The entry's work has ended. */
  leave(): void;
}

/**
 * The places of one queue in a process. Every entry at work has one of them, and a fresh entry one of the places for
 * fresh ones as well: an entry that waits for a peer that hangs is soon no longer fresh, and thus delays no other. Both
 * are shared by one rule: a place is taken only while more are free than its organization and its lane there have
 * together. So one organization never has more than half, one lane never more than a third, and what has none always
 * finds one. Of the places for all, an organization that has an equal share, counted with one organization more than have
 * some, takes others only while it has less than a quarter of the free ones: however many organizations hang, one that comes
 * finds places again once the calls that began before have ended.
 */
export class Places {
  readonly #fresh: Shared;
  readonly #all: Shared;
  readonly #maxPerGroup: number;
  /** Entries at work by group and by account. */
  readonly #groups = new Counts();
  readonly #accounts = new Counts();

  /** `fresh`: places for fresh entries; `all`: places for all entries at work; `maxPerGroup`: most of a group. */
  constructor({ fresh, all, maxPerGroup }: { fresh: number; all: number; maxPerGroup: number }) {
    this.#fresh = new Shared(fresh);
    this.#all = new Shared(all);
    this.#maxPerGroup = maxPerGroup;
  }

  /** Number of a group's entries at work, or about to be. */
  ofGroup(group: string): number {
    return this.#groups.of(group);
  }

  /** Number of an account's entries at work, or about to be. */
  ofAccount(account: string): number {
    return this.#accounts.of(account);
  }

  /** Returns whether a group has fewer entries at work here than it may have. */
  isOpen(group: string): boolean {
    return this.ofGroup(group) < this.#maxPerGroup;
  }

  /** Whether no entry has a place. */
  get areFree(): boolean {
    return this.#groups.size === 0;
  }

  /** Number of free places of the kind that has fewer. */
  get free(): number {
    return Math.min(this.#fresh.free, this.#all.free);
  }

  /**
   * Returns whether a holder may take another place, with `spare` ones added. `before`: entries of its group that are at work in
   * other processes, too, or come first. The fuller the group, the more places must be free, so that others find one beside
   * hundreds of groups that hang.
   */
  mayTake(holder: Holder, { before = 0, ...given }: { spare?: number; before?: number; share?: number } = {}): boolean {
    const fill = Math.max(before, this.ofGroup(holder.group)) / this.#maxPerGroup;
    return fill < 1 && this.isWithinShare(holder, { ...given, fill });
  }

  /** Returns whether another place is within the shares of a holder's organization and lane. `share`: an equal one. */
  isWithinShare(
    holder: Holder,
    { spare = 0, fill = 0, share = this.#all.equalShare }: { spare?: number; fill?: number; share?: number } = {},
  ): boolean {
    const hasRoom = this.#all.hasRoomFor(holder, spare, 1 - fill / 2) && this.#all.hasLittle(holder, spare, share);
    return hasRoom && this.#fresh.hasRoomFor(holder, spare);
  }

  /** Returns whether a holder may take another place as one of its entries ends, which is `fresh` or not. */
  mayTakeInPlace(holder: Holder, { fresh }: { fresh: boolean }): boolean {
    const hasRoom = this.#all.hasRoomFor(holder, ONE_ENDED) && this.#all.hasLittle(holder, 1, this.#all.equalShare);
    return hasRoom && this.#fresh.hasRoomFor(holder, fresh ? ONE_ENDED : 0);
  }

  /**
   * Chooses among entries that wait and takes their places, one after the other as long as one of them may take any: always of the
   * organization with the fewest fresh entries, of its lane with the fewest, and there of the group with the fewest at work.
   */
  choose(waiting: readonly Waiting[]): Chosen[] {
    const chosen: Chosen[] = [];
    const candidates = waiting.map((entry) => ({ entry, holder: holderOf(entry.data, entry.group) }));
    const groups = new Set(Map.groupBy(candidates, ({ holder }) => holder.group).values());
    const share = this.#all.equalShare;
    for (;;) {
      let next: Candidate[] | undefined;
      for (const group of groups) {
        const [first] = group;
        // What may take no place now may take none either once others have.
        if (!first || !this.mayTake(first.holder, { before: first.entry.before, share })) groups.delete(group);
        else if (!next?.[0] || this.#isBefore(first, next[0])) next = group;
      }
      const candidate = next?.shift();
      if (!candidate) return chosen;
      chosen.push({ entry: candidate.entry, place: this.take(candidate.holder) });
    }
  }

  #isBefore(one: Candidate, other: Candidate): boolean {
    const fresh = (key: keyof Holder) => this.#fresh.used(one.holder[key]) - this.#fresh.used(other.holder[key]);
    return (fresh("organization") || fresh("lane") || one.entry.before - other.entry.before) < 0;
  }

  /** Takes a place of each kind for an entry. */
  take(holder: Holder): Place {
    let isFresh = true;
    const change = (by: 1 | -1) => {
      this.#all.change(holder, by);
      this.#groups.change(holder.group, by);
      this.#accounts.change(holder.account, by);
      if (isFresh) this.#fresh.change(holder, by);
    };
    change(1);
    return {
      holder,
      isFresh: () => isFresh,
      age: () => {
        this.#fresh.change(holder, -1);
        isFresh = false;
      },
      leave: () => change(-1),
    };
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { afterCommit } from "#lib/db/door";
import type { Write } from "#lib/db/write";
import { logger } from "#lib/kernel/logger";
import { Backlog } from "./backlog.ts";
import { Entries, type Entry, reasonOf } from "./entries.ts";
import { type Looked, Looks, type Reach } from "./looks.ts";
import { type Chosen, type Holder, holderOf, type Place, Places } from "./places.ts";
import type { Leased } from "./queue.ts";
import { BEAT_SECONDS, type QueueName } from "./queues.ts";
import { ENTRIES } from "./statements.ts";
import { beingWritten, type Reservation, type Taker, takeFrom, wakeOthers } from "./wake.ts";

/** Polling behind the wake-ups: finds entries whose wake-up was lost or that became due. */
const POLL_MS = 2_000;

/** Pause between two polls of all entries: finds those whose transaction took longer than a look allows for. */
const POLL_ALL_MS = 20_000;

/** Most due entries that a look reads besides those that this process knows: of a flood, more than have places. */
const LOOK_DEPTH = 150;

/** A look this deep finds what waits behind a flood. */
const DEEP = 200_000;

export interface DispatcherOptions {
  queue: QueueName;
  /**
   * Places of this process: for entries in their first second of work, and for all that are at work. An organization
   * alone gets half of them, a lane of it a third (see `Places`).
   */
  places: { fresh: number; all: number };
  /** Maximum of entries at work per group, over all processes, so that no group crowds out the others. */
  maxPerGroup: number;
  /**
   * Additional places for entries that this process writes for accounts with next to no entries at work here. Such
   * entries do not queue behind those of another account of their organization. Default 0.
   */
  maxSpare?: number;
  /**
   * Does the work of an entry, and may complete the entry in its own transaction. If it throws, the entry returns to
   * the queue.
   */
  handle: (data: object, entry: Leased) => Promise<void>;
  pollMs?: number;
}

/** Why entries return to the queue as the process ends. */
const ENDED = { message: "The process ended" };

/** An entry at work for this long waits for a peer, and no longer has a place of the fresh ones. */
const FRESH_MS = 1_000;

/** A spare place is for an account with fewer entries at work: an event goes to the inbox and to a receiver or two. */
const SPARE_PER_ACCOUNT = 4;

/**
 * What may wait in the queue besides the entries that this process knows, which are in its backlog or being written here,
 * and those of groups that were full at the last look:
 * - `caught-up`: nothing. An entry that is written may take a free place at once, and one that ends leaves its place to the
 *   next of its group.
 * - `behind`: entries of others, or that a look left. They are before what is written here: a look chooses among all.
 */
type Mode = "caught-up" | "behind";

/**
 * Takes the entries of one queue as they arrive, as many at once as there are places, and renews their leases while they
 * are at work. An entry comes to work in one of these ways:
 * - It is written here and has a place (`reserve`): it is written as taken, and begins with the commit.
 * - It is written here and has none: it is kept in the backlog (`keep`), and the statement that completes an entry of its
 *   group takes it in that one's place (`#successorOf`).
 * - A look finds it (`#look`): any other, or one of those for which neither was possible.
 */
export class Dispatcher implements Taker {
  readonly #options: DispatcherOptions;
  readonly #entries: Entries;
  readonly #backlog = new Backlog();
  readonly #places: Places;
  readonly #looks: Looks;
  readonly #active = new Map<string, Entry>();
  #mode: Mode = "caught-up";
  /** Groups that the last look found full: any number of their entries may wait, and delay no other group. */
  #full: ReadonlySet<string> = new Set();
  /** Groups of which entries ended since the last look was sent. */
  readonly #ended = new Set<string>();
  /** Whether other workers leave what the next look finds to this process. If it has no place for some, it wakes those. */
  #looksFirst = false;
  #handled = 0;
  #whenIdle: (() => void)[] = [];
  readonly #timers: NodeJS.Timeout[];
  readonly #leave: () => void;

  constructor(options: DispatcherOptions) {
    const { queue, places, maxPerGroup, pollMs = POLL_MS } = options;
    this.#options = options;
    this.#places = new Places({ ...places, maxPerGroup });
    this.#entries = new Entries(queue);
    this.#looks = new Looks(
      (reach) =>
        this.#look(reach).catch((error): Looked => {
          logger.warn({ queue, ...reasonOf(error) }, "entries could not be taken");
          return "failed";
        }),
      () => this.#notifyIdle(),
    );
    this.#timers = [
      setInterval(() => this.#poll(), pollMs),
      setInterval(() => this.look(), POLL_ALL_MS),
      setInterval(() => void this.#beat(), BEAT_SECONDS * 1_000),
    ];
    this.#leave = takeFrom(queue, this);
    this.look();
  }

  /** Number of entries handled to their end. */
  get handled(): number {
    return this.#handled;
  }

  /**
   * Keeps a place for an entry that is about to be written. Reserves only if the entries that wait have a place, too,
   * because an entry that is handed over at once must not overtake others. A spare place is the exception.
   */
  reserve(holder: Holder): Reservation | null {
    const { maxPerGroup, maxSpare = 0 } = this.#options;
    const inGroup = this.#places.ofGroup(holder.group) + this.#backlog.count(holder.group);
    if (this.#looks.over || inGroup >= maxPerGroup) return null;
    const mayTake = !this.#isBehind(holder.group) && this.#places.mayTake(holder);
    const maySpare = () =>
      this.#places.ofAccount(holder.account) < SPARE_PER_ACCOUNT && this.#places.mayTake(holder, { spare: maxSpare });
    if (!mayTake && !maySpare()) return null;
    const place = this.#places.take(holder);
    return {
      maxPerGroup,
      take: (entry) => this.#begin(entry, place),
      release: () => {
        place.leave();
        this.#lookIfUseful();
        this.#notifyIdle();
      },
    };
  }

  /** Keeps an entry for which no place was reserved. Returns whether its organization has a free place. */
  keep(entry: Entry): boolean {
    if (this.#looks.over) return false;
    if (!this.#backlog.add(entry) && !this.#full.has(entry.group)) this.#mode = "behind";
    this.#lookIfUseful();
    return this.#places.isWithinShare(holderOf(entry.data, entry.group));
  }

  /** Looks for all due entries. */
  look(): void {
    this.#looks.ask("all");
  }

  /** Looks for entries that became due since the last look and those that it left. Returns whether there is a free place. */
  lookForNew(): boolean {
    this.#looks.ask("new");
    return !this.#looks.over && this.#places.free > 0;
  }

  /** Looks for new entries, which other workers leave to this process: if it has no place for some, it wakes those. */
  lookFirst(): void {
    this.#looksFirst = true;
    this.lookForNew();
  }

  /** Looks if that may find an entry that has a place. Without one, the next entry that ends makes place. */
  #lookIfUseful(): void {
    if (this.#mayTakeMore()) this.lookForNew();
  }

  #mayTakeMore(): boolean {
    return this.#mode === "behind" || [...this.#backlog.groups].some((group) => this.#places.isOpen(group));
  }

  /** Returns whether entries may wait that are before those that this process knows of a group. */
  #isBehind(group: string): boolean {
    return this.#mode === "behind" || this.#full.has(group);
  }

  #poll(): void {
    if (this.#backlog.forgetOld()) this.#mode = "behind";
    // Another process may have ended entries of a full group.
    this.#looks.ask("left");
  }

  /** Ids of waiting entries that need no look: they are in the backlog, except for some groups, or are being written here. */
  #known(isLeftOut: (group: string) => boolean = () => false): Set<string> {
    return new Set([...this.#backlog.idsWithout(isLeftOut), ...beingWritten(this.#options.queue)]);
  }

  /** Takes entries if there is a place for some. Rejects if the database does. */
  async #look(reach: Reach): Promise<Looked> {
    const { maxPerGroup } = this.#options;
    const { free } = this.#places;
    if (free <= 0) {
      this.#looked({ more: true, crowded: true });
      return "no place";
    }
    const freed = new Set(this.#ended);
    this.#ended.clear();
    const known = [...this.#known((group) => this.#full.has(group) && !freed.has(group))];
    const depth = reach === "deep" ? DEEP : LOOK_DEPTH + known.length;
    const { due, beyond, hidden, full } = await this.#entries.due(reach, { maxPerGroup, known, depth, free, freed });
    this.#full = new Set(full);
    const chosen = this.#places.choose(due);
    const taken = await this.#take(chosen);
    // Some of this process's own entries were written, or taken, while the look was under way.
    const here = this.#known();
    const left = [...due.map(({ id }) => id).filter((id) => !taken.has(id)), ...beyond];
    const result = {
      more: left.some((id) => !here.has(id) && !this.#active.has(id)),
      crowded: chosen.length < due.length,
    };
    this.#looked(result);
    if (hidden) this.#looks.askDeep();
    const isContested = taken.size < chosen.length;
    return isContested || this.#mayTakeAfter(result) ? "again" : "done";
  }

  /** Takes entries that have places, and begins those that no other process has taken. Returns what was taken, by id. */
  async #take(chosen: readonly Chosen[]): Promise<ReadonlyMap<string, number>> {
    const taken = new Map<string, number>();
    try {
      for (const [id, takes] of await this.#entries.take(chosen.map(({ entry }) => entry))) taken.set(id, takes);
      return taken;
    } finally {
      for (const { entry, place } of chosen) {
        const takes = taken.get(entry.id);
        if (takes) void this.#work({ ...entry, takes, carried: this.#backlog.remove(entry) }, place);
        else place.leave();
      }
    }
  }

  /** Returns whether entries that ended during a look have left places that it did not see, and others may take them. */
  #mayTakeAfter({ more, crowded }: { more: boolean; crowded: boolean }): boolean {
    if (this.#ended.size === 0) return false;
    const free = [...this.#ended].filter((group) => this.#places.isOpen(group));
    if (free.some((group) => this.#full.has(group))) return true;
    return more ? crowded || free.length > 0 : this.#mayTakeMore();
  }

  /** A look has ended. Wakes the other workers if entries that they left to this process have no place here. */
  #looked({ more, crowded }: { more: boolean; crowded: boolean }): void {
    if (this.#looksFirst && more && crowded) wakeOthers(this.#options.queue);
    this.#looksFirst = false;
    this.#mode = more ? "behind" : "caught-up";
  }

  /** Begins an entry that a transaction has taken. */
  #begin(entry: Entry, place: Place): void {
    if (!this.#looks.over) return void this.#work(entry, place);
    place.leave();
    void this.#entries.giveBack([entry], ENDED);
  }

  /** Works on an entry to its end, and looks for what may have the place that it leaves. */
  async #work(entry: Entry, place: Place): Promise<void> {
    const freshTime = setTimeout(() => this.#age(place), FRESH_MS).unref();
    this.#active.set(entry.id, entry);
    await this.#handle(entry, place);
    // This process may have lost the entry and taken it again.
    if (this.#active.get(entry.id) === entry) this.#active.delete(entry.id);
    clearTimeout(freshTime);
    place.leave();
    this.#ended.add(entry.group);
    this.#handled++;
    if (!this.#looks.underWay && (this.#full.has(entry.group) || this.#mayTakeMore())) this.lookForNew();
    this.#notifyIdle();
  }

  /** The first second of an entry's work is over: its place of the fresh ones is free. */
  #age(place: Place): void {
    place.age();
    this.#lookIfUseful();
  }

  /** Does an entry's work, and completes it unless the work's own transaction has. Never rejects. */
  async #handle(entry: Entry, place: Place): Promise<void> {
    const { queue, handle } = this.#options;
    let isCompleted = false;
    const completion = this.#completionOf(entry, place, () => {
      isCompleted = true;
    });
    try {
      await handle(entry.data, { completion, carried: entry.carried });
      if (!isCompleted) await this.#entries.complete(entry);
    } catch (error) {
      if (isCompleted) logger.error({ queue, ...reasonOf(error) }, "an entry's work failed after its commit");
      else await this.#entries.giveBack([entry], reasonOf(error));
    }
  }

  /** Returns the completion of an entry, which takes the next one of its group in its place. */
  #completionOf(entry: Entry, place: Place, committed: () => void): Write {
    let takes: number | undefined;
    return {
      statement: ENTRIES[this.#options.queue].complete,
      row: (tx) => {
        takes = undefined;
        const successor = this.#successorOf(place);
        afterCommit(
          tx,
          () => {
            committed();
            if (successor) this.#succeed(successor, takes);
          },
          () => successor && this.#backlog.stayed(successor),
        );
        return { id: entry.id, takes: entry.takes, next: successor?.id };
      },
      returned: (ended) => {
        takes = ended?.takes as number | undefined;
      },
    };
  }

  /** Returns the entry that takes the place of one that ends: the next of its group, if no other may be before it. */
  #successorOf({ holder, isFresh }: Place): Entry | null {
    const mayBeOther = this.#looks.over || this.#isBehind(holder.group);
    if (mayBeOther || !this.#places.mayTakeInPlace(holder, { fresh: isFresh() })) return null;
    // At its share of the places, an organization's other groups may wait: a look chooses among them.
    if (!this.#places.isWithinShare(holder) && [...this.#backlog.groups].some((group) => group !== holder.group))
      return null;
    return this.#backlog.next(holder.group);
  }

  /** Begins an entry that was to be taken in the place of another, if it was: `takes` is how often by then. */
  #succeed(successor: Entry, takes: number | undefined): void {
    this.#backlog.remove(successor);
    if (takes) this.#begin({ ...successor, takes }, this.#places.take(holderOf(successor.data, successor.group)));
    // Another process has it, or it still waits, because the entry before it had lost its lease.
    else if (!this.#active.has(successor.id)) this.#mode = "behind";
  }

  async #beat(): Promise<void> {
    try {
      await this.#entries.renew([...this.#active.values()]);
    } catch (error) {
      logger.warn({ queue: this.#options.queue, ...reasonOf(error) }, "leases could not be renewed");
    }
  }

  /** Resolves once no entry is at work and the last look found none. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      this.#notifyIdle();
    });
  }

  #notifyIdle(): void {
    if (this.#looks.pending || !this.#places.areFree) return;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }

  /** Takes no more entries, and after `withinMs` returns those still at work to the queue. */
  async stop(withinMs: number): Promise<void> {
    this.#looks.end();
    this.#entries.end();
    this.#leave();
    const deadline = new AbortController();
    await Promise.race([this.idle(), pause(withinMs, undefined, { signal: deadline.signal }).catch(() => undefined)]);
    deadline.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#entries.settled;
    const left = [...this.#active.values()];
    if (left.length > 0) await this.#entries.giveBack(left, ENDED);
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { logger } from "#lib/kernel/logger";
import { Backlog } from "./backlog.ts";
import { Entries, type Entry, type Taken } from "./entries.ts";
import { completionOf, type Leased } from "./leased.ts";
import { type Looked, Looks, type Reach } from "./looks.ts";
import { type Holder, holderOf, Places, type Seat } from "./places.ts";
import { BEAT_SECONDS, type QueueName } from "./queues.ts";
import { beingWritten, type Place, takeFrom, wakeOthers } from "./wake.ts";

/** Polling behind the wake-ups: finds entries whose wake-up was lost or that became due. */
const POLL_MS = 2_000;

/** Pause between two polls of all entries: finds those whose transaction took longer than a look allows for. */
const POLL_ALL_MS = 20_000;

/** Most due entries that a look reads besides those that this process knows: of a flood, more than have places. */
const LOOK_DEPTH = 150;

/** A look this deep finds what waits behind a flood. */
const DEEP = 200_000;

/** Pause before a deep look, and its least in relation to how long the last one took. */
const DEEP_MS = 250;
const DEEP_SHARE = 4;

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

/** An entry at work for this long waits for a peer, and no longer has a place of the fresh ones. */
const FRESH_MS = 1_000;

/** A spare place is for an account with fewer entries at work: an event goes to the inbox and to a receiver or two. */
const SPARE_PER_ACCOUNT = 4;

/** Pauses between attempts to settle an entry while the database is away; their sum is about a restart's duration. */
const SETTLE_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

/**
 * What may wait in the queue besides the entries that this process knows, which are in its backlog or being written here:
 * - `caught-up`: nothing. An entry that is written may take a free place at once, and one that ends leaves its place to the
 *   next of its group.
 * - `behind`: entries of others, or that a look left. They are before what is written here: a look chooses among all.
 */
type Mode = "caught-up" | "behind";

const codeOf = (error: unknown) => ({ error_name: (error as Error).name, code: (error as { code?: string }).code });

/**
 * Takes the entries of one queue as they arrive, as many at once as there are places, and renews their leases while
 * they are at work. Takes and settles several entries per statement.
 */
export class Dispatcher {
  readonly #entries: Entries;
  readonly #options: DispatcherOptions;
  readonly #backlog = new Backlog();
  readonly #places: Places;
  readonly #active = new Map<string, Entry>();
  /** Places kept for entries that are being written; they count in their groups. */
  #reserved = 0;
  readonly #timers: NodeJS.Timeout[];
  readonly #leave: () => void;
  readonly #looks: Looks;
  /** Milliseconds that the last deep look took. */
  #deepTook = 0;
  /** Number of entries by group that ended since the look in progress was sent. */
  readonly #ended = new Map<string, number>();
  #mode: Mode = "caught-up";
  /** Whether other workers leave what the next look finds to this process. If it has no place for some, it wakes those. */
  #looksFirst = false;
  #done: Entry[] = [];
  #settling: Promise<void> = Promise.resolve();
  #handled = 0;
  #whenIdle: (() => void)[] = [];

  constructor(options: DispatcherOptions) {
    this.#entries = new Entries(options.queue);
    this.#options = options;
    this.#places = new Places(options.places);
    this.#looks = new Looks(
      (reach) =>
        this.#lookNow(reach).catch((error): Looked => {
          logger.warn({ queue: options.queue, ...codeOf(error) }, "entries could not be taken");
          return "failed";
        }),
      () => this.#notifyIdle(),
    );
    this.#timers = [
      setInterval(() => this.#poll(), options.pollMs ?? POLL_MS),
      setInterval(() => this.look(), POLL_ALL_MS),
      setInterval(() => void this.#beat(), BEAT_SECONDS * 1_000),
    ];
    this.#leave = takeFrom(options.queue, {
      look: () => this.look(),
      lookForNew: () => this.#lookForNew(),
      lookFirst: () => this.#lookFirst(),
      keep: (entry) => this.#keep(entry),
      reserve: (holder) => this.#reserve(holder),
    });
    this.look();
  }

  /** Number of entries handled to their end. */
  get handled(): number {
    return this.#handled;
  }

  /** Looks for all due entries. */
  look(): void {
    this.#looks.ask("all");
  }

  /** Looks for entries that became due since the last look and those that it left. Returns whether there is a free place. */
  #lookForNew(): boolean {
    this.#looks.ask("new");
    return !this.#looks.over && this.#room() > 0;
  }

  #lookFirst(): void {
    this.#looksFirst = true;
    this.#lookForNew();
  }

  /** A look has ended. Wakes the other workers if entries that they left to this process have no place here. */
  #looked({ more, crowded }: { more: boolean; crowded: boolean }): void {
    if (this.#looksFirst && more && crowded) wakeOthers(this.#options.queue);
    this.#looksFirst = false;
    this.#mode = more ? "behind" : "caught-up";
  }

  /** Ids of waiting entries that need no look: they are in the backlog, or are being written here. */
  #known(): Set<string> {
    return new Set([...this.#backlog.ids, ...beingWritten(this.#options.queue)]);
  }

  #poll(): void {
    if (this.#backlog.forgetOld()) this.#mode = "behind";
    this.#lookForNew();
  }

  /** Keeps an entry for which no place was reserved. Returns whether its organization has a free place. */
  #keep(entry: Entry): boolean {
    if (this.#looks.over) return false;
    if (!this.#backlog.add(entry)) this.#mode = "behind";
    if (this.#mayTakeMore()) this.#lookForNew();
    return this.#places.mayTake(holderOf(entry.data, entry.group));
  }

  /** Returns whether a look may find an entry that has a place; without one, an entry that ends makes place. */
  #mayTakeMore(): boolean {
    if (this.#mode === "behind") return true;
    const { maxPerGroup } = this.#options;
    for (const group of this.#backlog.groups) if (this.#places.ofGroup(group) < maxPerGroup) return true;
    return false;
  }

  /** Returns the entry that takes the place of one that ends: the next of its group, if no other may be before it. */
  #successorOf(holder: Holder, seat: Seat): Entry | null {
    const mayBeOther = this.#looks.over || this.#mode === "behind";
    if (mayBeOther || !this.#places.mayTakeInPlace(holder, { fresh: seat.isFresh() })) return null;
    // At its share of the places, an organization's other groups may wait: a look chooses among them.
    if (!this.#places.mayTake(holder) && this.#backlog.hasOthersThan(holder.group)) return null;
    return this.#backlog.next(holder.group);
  }

  /** Begins an entry that was taken in the place of another. */
  #succeed(next: Entry | null, taken: boolean): void {
    if (!next) return;
    this.#backlog.left(next);
    if (taken) this.#begin(next);
    // Another process has it, or it still waits, because the entry before it had lost its lease.
    else if (!this.#active.has(next.id)) this.#mode = "behind";
  }

  /** Begins the work of an entry that a transaction has taken. */
  #begin(entry: Entry): void {
    if (this.#looks.over) void this.#return([entry], { message: "The process ended" });
    else void this.#work(entry);
  }

  /** Returns how many places are free. */
  #room(): number {
    const { fresh, all } = this.#places.free;
    return Math.min(fresh, all);
  }

  /**
   * Reserves only if the entries that wait have a place, too, because an entry that is handed over at once must not
   * overtake others. A spare place is the exception.
   */
  #reserve(holder: Holder): Place | null {
    const { maxPerGroup, maxSpare = 0 } = this.#options;
    const atWork = this.#places.ofGroup(holder.group);
    if (this.#looks.over || atWork + this.#backlog.count(holder.group) >= maxPerGroup) return null;
    const fill = atWork / maxPerGroup;
    const mayTake = this.#mode === "caught-up" && this.#places.mayTake(holder, { fill });
    const maySpare = () =>
      this.#places.ofAccount(holder.account) < SPARE_PER_ACCOUNT &&
      this.#places.mayTake(holder, { spare: maxSpare, fill });
    if (!mayTake && !maySpare()) return null;
    this.#reserved++;
    const seat = this.#places.take(holder);
    const leave = () => {
      this.#reserved--;
      seat.leave();
    };
    return {
      maxPerGroup,
      take: (entry) => {
        leave();
        this.#begin(entry);
      },
      release: () => {
        leave();
        this.#notifyIdle();
      },
    };
  }

  /** Resolves once no entry is at work and the last look found none. */
  idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      this.#notifyIdle();
    });
  }

  /** Takes no more entries, and after `withinMs` returns those still at work to the queue. */
  async stop(withinMs: number): Promise<void> {
    this.#looks.end();
    this.#leave();
    const deadline = new AbortController();
    await Promise.race([this.idle(), pause(withinMs, undefined, { signal: deadline.signal }).catch(() => undefined)]);
    deadline.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#settling;
    const left = [...this.#active.values()];
    if (left.length > 0) await this.#return(left, { message: "The process ended" });
  }

  /** Takes entries if there is a place for some. Rejects if the database does. */
  async #lookNow(reach: Reach): Promise<Looked> {
    const { maxPerGroup } = this.#options;
    if (this.#room() <= 0) {
      this.#looked({ more: true, crowded: true });
      return "no place";
    }
    this.#ended.clear();
    const { entries, hidden, contested, crowded, left } = await this.#take(reach);
    const known = this.#known();
    for (const entry of entries) void this.#work({ ...entry, carried: this.#backlog.remove(entry) });
    // A group that was full at the look, by entries that ended since, may have hidden others.
    const wasFull = [...this.#ended].some(([group, ended]) => ended + this.#places.ofGroup(group) >= maxPerGroup);
    // Of this process's own entries, some were written while the look was under way.
    const more = left.some((id) => !known.has(id) && !this.#active.has(id));
    // A flood fills each look: others behind it are found by deep looks, whose pauses bound what they cost.
    if (hidden) this.#looks.askIn(Math.max(DEEP_MS, DEEP_SHARE * this.#deepTook), "deep");
    this.#looked({ more, crowded });
    return contested || (wasFull && more) ? "again" : "done";
  }

  async #take(reach: Reach): Promise<Taken> {
    const began = performance.now();
    const known = [...this.#known()];
    const taken = await this.#entries.take(reach, {
      places: this.#places,
      maxPerGroup: this.#options.maxPerGroup,
      known,
      depth: reach === "deep" ? DEEP : LOOK_DEPTH + known.length,
    });
    if (reach === "deep") this.#deepTook = performance.now() - began;
    return taken;
  }

  async #work(entry: Entry): Promise<void> {
    const holder = holderOf(entry.data, entry.group);
    const seat = this.#places.take(holder);
    const freshTime = setTimeout(() => this.#age(seat), FRESH_MS).unref();
    this.#active.set(entry.id, entry);
    let failure: unknown;
    let completed = false;
    const completion = completionOf(this.#options.queue, {
      id: entry.id,
      next: () => this.#successorOf(holder, seat),
      completed: (next, taken) => {
        completed = true;
        this.#succeed(next, taken);
      },
      undone: (next) => next && this.#backlog.stayed(next),
    });
    try {
      await this.#options.handle(entry.data, { completion, carried: entry.carried });
    } catch (error) {
      failure = error ?? new Error("Failed");
    }
    if (completed && failure !== undefined) {
      logger.error({ queue: this.#options.queue, ...codeOf(failure) }, "an entry's work failed after its commit");
    }
    if (!completed) await (failure === undefined ? this.#complete(entry) : this.#return([entry], codeOf(failure)));
    this.#active.delete(entry.id);
    clearTimeout(freshTime);
    seat.leave();
    this.#ended.set(entry.group, (this.#ended.get(entry.group) ?? 0) + 1);
    this.#handled++;
    if (this.#mayTakeMore()) this.#lookForNew();
    this.#notifyIdle();
  }

  /** The first second of an entry's work is over: its place of the fresh ones is free. */
  #age(seat: Seat): void {
    seat.age();
    if (this.#mayTakeMore()) this.#lookForNew();
  }

  /** Entries that end while others are being settled are settled together. */
  #complete(entry: Entry): Promise<void> {
    this.#done.push(entry);
    this.#settling = this.#settling.then(async () => {
      const entries = this.#done;
      this.#done = [];
      if (entries.length === 0) return;
      await this.#settle(() => this.#entries.complete(entries));
    });
    return this.#settling;
  }

  async #return(entries: Entry[], reason: object): Promise<void> {
    const { queue } = this.#options;
    logger.warn({ queue, ...reason }, "entries go back to the queue");
    await this.#settle(() => this.#entries.giveBack(entries, reason));
  }

  /**
   * Reports the outcome of entries to the queue, and repeats it while the database is briefly away: the entries are
   * still leased. If the database stays away, the leases run out, and the next process that takes the entries finds
   * their work done.
   */
  async #settle(tell: () => Promise<unknown>): Promise<void> {
    const pauses = this.#looks.over ? [] : SETTLE_PAUSES_MS;
    for (let tries = 0; ; tries++) {
      try {
        await tell();
        return;
      } catch (error) {
        logger.warn({ queue: this.#options.queue, ...codeOf(error) }, "entries could not be settled");
      }
      const wait = pauses[tries];
      if (wait === undefined) return;
      await pause(wait);
    }
  }

  async #beat(): Promise<void> {
    if (this.#active.size === 0) return;
    try {
      await this.#entries.renew([...this.#active.keys()]);
    } catch (error) {
      logger.warn({ queue: this.#options.queue, ...codeOf(error) }, "leases could not be renewed");
    }
  }

  #notifyIdle(): void {
    if (this.#looks.pending || this.#active.size + this.#reserved > 0) return;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }
}

import { setTimeout as pause } from "node:timers/promises";
import type { PgBoss } from "pg-boss";
import { logger } from "#lib/kernel/logger";
import { Backlog } from "./backlog.ts";
import { Entries, type Entry } from "./entries.ts";
import { completionOf, type Leased } from "./leased.ts";
import { BEAT_SECONDS, type QueueName } from "./queues.ts";
import { beingWritten, type Place, takeFrom, wakeOthers } from "./wake.ts";

/** Polling behind the wake-ups: finds entries whose wake-up was lost or that became due. */
const POLL_MS = 2_000;

/** Pause between two polls of all entries: finds those whose transaction took longer than a look allows for. */
const POLL_ALL_MS = 20_000;

/** Pause after a look that failed: the wake-ups that it was for do not come again. */
const LOOK_AGAIN_MS = 500;

export interface DispatcherOptions {
  queue: QueueName;
  /** Maximum of entries at work in this process. */
  max: number;
  /**
   * Additional places for entries at work for over a second. Entries that wait for a peer that hangs thus do not delay
   * others, whatever their group. Default 0.
   */
  maxLong?: number;
  /** Maximum of entries at work per group, over all processes, so that no group crowds out the others. */
  maxPerGroup: number;
  /**
   * Additional places for entries that this process writes for accounts with next to no entries at work here. Such
   * entries do not queue behind those of another account. Default 0.
   */
  maxSpare?: number;
  /**
   * Does the work of an entry, and may complete the entry in its own transaction. If it throws, the entry returns to
   * the queue.
   */
  handle: (data: object, entry: Leased) => Promise<void>;
  pollMs?: number;
}

/** An entry at work for this long waits for a peer, and no longer counts against the shared places. */
const LONG_MS = 1_000;

/** A spare place is for an account with fewer entries at work: an event goes to the inbox and to a receiver or two. */
const SPARE_PER_ACCOUNT = 4;

/** Pauses between attempts to settle an entry while the database is away; their sum is about a restart's duration. */
const SETTLE_PAUSES_MS = [250, 500, 1_000, 2_000, 4_000];

const accountOf = (data: object) => (data as { linkedAccountId?: string }).linkedAccountId ?? "";

const codeOf = (error: unknown) => ({ error_name: (error as Error).name, code: (error as { code?: string }).code });

/**
 * Takes the entries of one queue as they arrive, as many at once as there are places, and renews their leases while
 * they are at work. Takes and settles several entries per statement.
 */
export class Dispatcher {
  readonly #entries: Entries;
  readonly #options: DispatcherOptions;
  readonly #backlog = new Backlog();
  readonly #active = new Map<string, Entry>();
  /** When each entry was taken, in order. */
  readonly #since = new Map<string, number>();
  /** Number of entries at work by group and by account. */
  readonly #groups = new Map<string, number>();
  readonly #accounts = new Map<string, number>();
  /** Places kept for entries that are being written; they count in their groups. */
  #reserved = 0;
  readonly #timers: NodeJS.Timeout[];
  readonly #leave: () => void;
  #stopped = false;
  #looking = false;
  #soon: NodeJS.Immediate | null = null;
  #later: NodeJS.Timeout | null = null;
  /** Number of entries by group that ended since the poll in progress was sent. */
  readonly #ended = new Map<string, number>();
  #again = false;
  /** True if the next look is for all due entries, however long they have been due. */
  #all = false;
  /** True if other workers leave the next look's entries to this process. */
  #first = false;
  /** True if entries may wait that this process does not know. */
  #more = false;
  #done: Entry[] = [];
  #settling: Promise<void> = Promise.resolve();
  #handled = 0;
  #whenIdle: (() => void)[] = [];

  constructor(boss: PgBoss, options: DispatcherOptions) {
    this.#entries = new Entries(boss, options.queue);
    this.#options = options;
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
      reserve: (group, account) => this.#reserve(group, account),
    });
    this.look();
  }

  /** Number of entries handled to their end. */
  get handled(): number {
    return this.#handled;
  }

  /** Looks for all due entries, once for all calls of this turn of the event loop. */
  look(): void {
    this.#all = true;
    this.#lookForNew();
  }

  /**
   * Looks for entries that became due since the last look and those that it left, once for all calls of this turn of the
   * event loop: the entries of a batch are written and end together. Returns whether there is a free place.
   */
  #lookForNew(): boolean {
    if (this.#stopped) return false;
    this.#soon ??= setImmediate(() => {
      this.#soon = null;
      this.#again = true;
      if (!this.#looking) void this.#take();
    });
    return this.#room() > 0;
  }

  #lookFirst(): void {
    this.#first = true;
    this.#lookForNew();
  }

  /** Wakes the other workers if entries that they left to this process have no place here. */
  #passOn(): void {
    if (this.#first && this.#more && this.#room() <= 0) wakeOthers(this.#options.queue);
    this.#first = false;
  }

  /** Ids of waiting entries that need no look: they are in the backlog, or are being written here. */
  #known(): Set<string> {
    return new Set([...this.#backlog.ids, ...beingWritten(this.#options.queue)]);
  }

  #poll(): void {
    if (this.#backlog.forgetOld()) this.#more = true;
    this.#lookForNew();
  }

  /** Keeps an entry for which no place was reserved. Returns whether there is a free place. */
  #keep(entry: Entry): boolean {
    if (this.#stopped) return false;
    if (!this.#backlog.add(entry)) this.#more = true;
    if (this.#mayTakeMore()) this.#lookForNew();
    return this.#room() > 0;
  }

  /** Returns whether a look may find an entry that has a place; without one, an entry that ends makes place. */
  #mayTakeMore(): boolean {
    if (this.#more) return true;
    const { maxPerGroup } = this.#options;
    for (const group of this.#backlog.groups) if ((this.#groups.get(group) ?? 0) < maxPerGroup) return true;
    return false;
  }

  /** Returns the entry that takes the place of one that ends: the next of its group, if no other may be before it. */
  #successorOf({ id, groupId }: Entry): Entry | null {
    const isLong = (this.#since.get(id) ?? 0) < performance.now() - LONG_MS;
    // The place of an entry that has been at work for long is not a shared one.
    if (this.#stopped || this.#more || this.#room() + (isLong ? 0 : 1) <= 0) return null;
    return this.#backlog.next(groupId ?? "");
  }

  /** Begins an entry that was taken in the place of another. */
  #succeed(next: Entry | null, taken: boolean): void {
    if (!next) return;
    this.#backlog.left(next);
    if (taken) this.#begin(next);
    // Another process has it, or it still waits, because the entry before it had lost its lease.
    else if (!this.#active.has(next.id)) this.#more = true;
  }

  /** Begins the work of an entry that a transaction has taken. */
  #begin(entry: Entry): void {
    if (this.#stopped) void this.#return([entry], { message: "The process ended" });
    else void this.#work(entry);
  }

  /** Returns how many entries may be taken now. */
  #room(): number {
    const { max, maxLong = 0 } = this.#options;
    const short = performance.now() - LONG_MS;
    let long = 0;
    for (const since of this.#since.values()) {
      if (since > short || long === maxLong) break;
      long++;
    }
    return max - this.#reserved - (this.#active.size - long);
  }

  /**
   * Reserves only if the entries that wait have a place, too, because an entry that is handed over at once must not
   * overtake others. A spare place is the exception.
   */
  #reserve(group: string, account: string): Place | null {
    const { maxPerGroup, maxSpare = 0 } = this.#options;
    if (this.#stopped || (this.#groups.get(group) ?? 0) + this.#backlog.count(group) >= maxPerGroup) return null;
    const room = this.#room();
    const spare = (this.#accounts.get(account) ?? 0) < SPARE_PER_ACCOUNT && room > -maxSpare;
    if ((this.#more || room <= 0) && !spare) return null;
    this.#reserved++;
    this.#enter(group, account);
    const leave = () => {
      this.#reserved--;
      this.#exit(group, account);
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

  #enter(group: string, account: string): void {
    this.#groups.set(group, (this.#groups.get(group) ?? 0) + 1);
    this.#accounts.set(account, (this.#accounts.get(account) ?? 0) + 1);
  }

  #exit(group: string, account: string): void {
    for (const [counts, key] of [
      [this.#groups, group],
      [this.#accounts, account],
    ] as const) {
      const others = (counts.get(key) ?? 0) - 1;
      if (others > 0) counts.set(key, others);
      else counts.delete(key);
    }
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
    this.#stopped = true;
    this.#leave();
    const deadline = new AbortController();
    await Promise.race([this.idle(), pause(withinMs, undefined, { signal: deadline.signal }).catch(() => undefined)]);
    deadline.abort();
    for (const timer of this.#timers) clearInterval(timer);
    await this.#settling;
    const left = [...this.#active.values()];
    if (left.length > 0) await this.#return(left, { message: "The process ended" });
  }

  async #take(): Promise<void> {
    const { queue, maxPerGroup } = this.#options;
    this.#looking = true;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        const room = this.#room();
        if (room <= 0) {
          this.#more = true;
          this.#passOn();
          return;
        }
        this.#ended.clear();
        const which = this.#all ? "all" : "new";
        this.#all = false;
        const { entries, hidden, left } = await this.#entries.take(which, room, maxPerGroup, [...this.#known()]);
        const known = this.#known();
        for (const entry of entries) void this.#work({ ...entry, carried: this.#backlog.remove(entry) });
        // A group that was full at the poll, by entries that ended since, may have hidden others.
        const wasFull = [...this.#ended].some(
          ([group, ended]) => ended + (this.#groups.get(group) ?? 0) >= maxPerGroup,
        );
        // Of this process's own entries, some were written while the look was under way.
        this.#more = left.some((id) => !known.has(id) && !this.#active.has(id));
        if (hidden || (wasFull && this.#more)) this.#again = true;
        this.#passOn();
      }
    } catch (error) {
      logger.warn({ queue, ...codeOf(error) }, "entries could not be taken");
      this.#lookLater();
    } finally {
      this.#looking = false;
      this.#notifyIdle();
    }
  }

  #lookLater(): void {
    this.#later ??= setTimeout(() => {
      this.#later = null;
      this.look();
    }, LOOK_AGAIN_MS).unref();
  }

  async #work(entry: Entry): Promise<void> {
    const group = entry.groupId ?? "";
    const account = accountOf(entry.data);
    this.#active.set(entry.id, entry);
    this.#since.set(entry.id, performance.now());
    this.#enter(group, account);
    let failure: unknown;
    let completed = false;
    const completion = completionOf(this.#options.queue, {
      id: entry.id,
      next: () => this.#successorOf(entry),
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
    this.#since.delete(entry.id);
    this.#exit(group, account);
    this.#ended.set(group, (this.#ended.get(group) ?? 0) + 1);
    this.#handled++;
    if (this.#mayTakeMore()) this.#lookForNew();
    this.#notifyIdle();
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
    const pauses = this.#stopped ? [] : SETTLE_PAUSES_MS;
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
    if (this.#looking || this.#soon || this.#active.size + this.#reserved > 0) return;
    for (const tell of this.#whenIdle.splice(0)) tell();
  }
}

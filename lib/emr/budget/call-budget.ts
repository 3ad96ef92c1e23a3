import type { CallPurpose, FoundLimit } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import type { BudgetChange, BudgetRow, BudgetStore } from "./budget-row.ts";

/** Window of a limit whose answer names none. */
const MINUTE_MS = 60_000;
/** How long a process relies on what it last read of the shared state while it takes no share of it. */
const FRESH_MS = 15_000;
/** Share of the limit that a process takes at once for operations. */
const SHARE = 1 / 16;
/** Share of the limit that a sync leaves to operations. */
const RESERVE = 1 / 4;
/** Growth of a learned limit per window that used it up: the EMR may allow more by now, and refuses if it does not. */
const GROWTH = 1.25;

const COUNTED = "counted";

interface Limit {
  calls: number;
  windowMs: number;
}

/** The limit that an admin set for the account's connection, calls per minute; null if none is set. */
export type SetLimit = number | null;

/**
 * One process's view of the calls that an account may make to its EMR. Takes shares of the account's shared row, so that
 * all processes together keep the limit, and costs no statement while no limit is known. Writes go before reads, and
 * operations before a sync: a purpose that found no call left keeps the later ones waiting for a window.
 */
export class CallBudget {
  readonly #store: BudgetStore;
  readonly #set: SetLimit;
  readonly #now: () => number;
  #row: BudgetRow | null = null;
  #readAt = Number.NEGATIVE_INFINITY;
  /** Calls left of this process's share, and the window for which it holds. */
  #share = { windowStart: 0, left: 0 };
  /** Calls made in the present minute while no limit is known. */
  #made = { minute: 0, calls: 0 };
  #turn: Promise<unknown> = Promise.resolve();

  constructor(store: BudgetStore, set: SetLimit, now: () => number = Date.now) {
    this.#store = store;
    this.#set = set;
    this.#now = now;
  }

  /** Takes one call. Throws an EmrError with `limited` if none is left. */
  async take(purpose: CallPurpose): Promise<void> {
    const waitMs = await this.#inTurn(() => this.#take(purpose));
    if (waitMs === 0) return;
    throw new EmrError("passing", "The EMR's limit of calls is reached", { limited: true, retryAfterMs: waitMs });
  }

  /**
   * Returns the milliseconds until a call may be taken, as far as this process knows; 0 if one may be taken now. Takes
   * none.
   */
  waitMs(purpose: CallPurpose): number {
    const now = this.#now();
    const barred = this.#barredUntil(purpose) - now;
    if (barred > 0) return barred;
    const limit = this.#limit();
    if (!limit || !this.#row) return 0;
    const windowStart = startOf(now, limit);
    if (this.#share.windowStart === windowStart && this.#share.left > 0) return 0;
    const used = this.#row.windowStart.getTime() === windowStart ? this.#row.calls : 0;
    return used < limit.calls ? 0 : windowStart + limit.windowMs - now;
  }

  /** Takes note of a limit or a pause, for all processes. */
  learn(found: FoundLimit): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#now();
      const made = this.#made.minute === startOf(now, { windowMs: MINUTE_MS }) ? this.#made.calls : 0;
      this.#row = await this.#store.change((row) => learned(row, found, { now, made, set: this.#set }));
      this.#readAt = now;
      if (found.pauseMs !== null) this.#share.left = 0;
    });
  }

  /** Lets no process call before the given time is over. Learns no limit: the EMR may be busy with others' calls. */
  pause(ms: number): Promise<void> {
    return this.#inTurn(async () => {
      const now = this.#now();
      this.#row = await this.#store.change((row) => pausedFor(row, ms, now));
      this.#readAt = now;
    });
  }

  /** Returns the limit that this process knows: the set one, else the learned one. */
  get limit(): Limit | null {
    return this.#limit();
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #limit(): Limit | null {
    if (this.#set !== null) return { calls: this.#set, windowMs: MINUTE_MS };
    return this.#row?.limitCalls ? { calls: this.#row.limitCalls, windowMs: this.#row.windowMs } : null;
  }

  /** Returns the time (epoch milliseconds) until which a purpose must wait for a pause or for an earlier purpose. */
  #barredUntil(purpose: CallPurpose): number {
    const { pausedUntil = null, writesWantedUntil = null, readsWantedUntil = null } = this.#row ?? {};
    const bars = [pausedUntil];
    if (purpose !== "write") bars.push(writesWantedUntil);
    if (purpose === "sync") bars.push(readsWantedUntil);
    return Math.max(0, ...bars.map((until) => until?.getTime() ?? 0));
  }

  async #take(purpose: CallPurpose): Promise<number> {
    const now = this.#now();
    if (now - this.#readAt > FRESH_MS) {
      this.#row = await this.#store.read();
      this.#readAt = now;
    }
    const barred = this.#barredUntil(purpose) - now;
    if (barred > 0) return barred;
    const limit = this.#limit();
    if (!limit) return this.#count(now);
    const windowStart = startOf(now, limit);
    if (purpose !== "sync" && this.#share.windowStart === windowStart && this.#share.left > 0) {
      this.#share.left--;
      return 0;
    }
    return this.#takeShare(purpose, limit, now);
  }

  #count(now: number): number {
    const minute = startOf(now, { windowMs: MINUTE_MS });
    if (this.#made.minute !== minute) this.#made = { minute, calls: 0 };
    this.#made.calls++;
    return 0;
  }

  /** Takes a share of the window's calls from the shared row; a sync takes one call. Returns the time to wait. */
  async #takeShare(purpose: CallPurpose, limit: Limit, now: number): Promise<number> {
    const wanted = purpose === "sync" ? 1 : Math.ceil(limit.calls * SHARE);
    const most = purpose === "sync" ? Math.floor(limit.calls * (1 - RESERVE)) : limit.calls;
    let granted = 0;
    let windowStart = startOf(now, limit);
    this.#row = await this.#store.change((row) => {
      // The clock of another process may be ahead of this one's.
      windowStart = Math.max(windowStart, row?.windowStart.getTime() ?? 0);
      const sameWindow = row?.windowStart.getTime() === windowStart;
      const used = sameWindow ? row.calls : 0;
      granted = Math.max(0, Math.min(wanted, most - used));
      const change: BudgetChange = { windowStart: new Date(windowStart), calls: used + granted };
      if (granted > 0) return sameWindow ? change : { ...change, ...grown(row, limit) };
      const until = new Date(windowStart + 2 * limit.windowMs);
      if (purpose === "write") change.writesWantedUntil = until;
      if (purpose === "read") change.readsWantedUntil = until;
      return change;
    });
    this.#readAt = now;
    if (granted === 0) return Math.max(1, windowStart + limit.windowMs - now);
    if (purpose !== "sync") this.#share = { windowStart, left: granted - 1 };
    return 0;
  }
}

const startOf = (now: number, { windowMs }: Pick<Limit, "windowMs">): number => now - (now % windowMs);

/** Returns a higher limit if the last window used up a learned one and the EMR asked for no pause since. */
function grown(row: BudgetRow | null, limit: Limit): BudgetChange {
  if (!row?.limitCalls || row.calls < limit.calls) return {};
  const end = row.windowStart.getTime() + limit.windowMs;
  if (row.pausedUntil && row.pausedUntil.getTime() >= end) return {};
  return { limitCalls: Math.ceil(row.limitCalls * GROWTH) };
}

const pausedFor = (row: BudgetRow | null, ms: number, now: number): BudgetChange => ({
  pausedUntil: new Date(Math.max(row?.pausedUntil?.getTime() ?? 0, now + ms)),
});

/** Returns the change of the shared state that a found limit makes. */
function learned(
  row: BudgetRow | null,
  { calls, windowMs, pauseMs, from }: FoundLimit,
  { now, made, set }: { now: number; made: number; set: SetLimit },
): BudgetChange {
  const change = pauseMs === null ? {} : pausedFor(row, pauseMs, now);
  if (calls !== null) {
    if (row?.limitCalls === calls && row.learnedFrom === from) return change;
    return { ...change, limitCalls: calls, windowMs: windowMs ?? MINUTE_MS, learnedFrom: from };
  }
  if (pauseMs === null || set !== null) return change;
  if (!row?.limitCalls && made > 0) {
    return { ...change, limitCalls: made, windowMs: MINUTE_MS, learnedFrom: COUNTED };
  }
  // A counted limit that the EMR refuses nevertheless is too high.
  if (row?.learnedFrom === COUNTED && row.limitCalls) {
    return { ...change, limitCalls: Math.max(1, Math.floor(row.limitCalls / GROWTH)) };
  }
  return change;
}

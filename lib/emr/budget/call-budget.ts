import { type CallPurpose, type FoundLimit, MAX_PAUSE_MS } from "#lib/emr/port/calls";
import { EmrError } from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import type { BudgetChange, BudgetRow, BudgetStore } from "./budget-row.ts";

/** Window of a limit whose answer names none. */
const MINUTE_MS = 60_000;
/**
 * How long a process relies on what it last read of the shared state while it takes no share of it. A pause is looked at
 * again before it keeps a call back, since it may have been cleared.
 */
const FRESH_MS = 15_000;
/** Share of the limit that a process takes at once for operations. */
const SHARE = 1 / 16;
/** Share of the limit that a sync leaves to operations. */
const RESERVE = 1 / 4;
/**
 * A learned limit that is used up is exceeded by one call, this long after the EMR last confirmed it: the EMR may allow
 * more by now, and refuses the call if it does not.
 */
const TRIAL_MS = 30_000;
/** The same for a limit that an answer stated: while answers state it, a trial shows no more than they do. */
const STATED_MS = 60_000;
/** While no trial is refused, the limit grows by this factor as often as it is used up, at most once in this time. */
const GROWTH = 1.5;
const STEP_MS = 1_000;
/** A counted limit that the EMR refuses is lowered by this factor. */
const REDUCTION = 0.8;

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
  /** When an answer last stated the known limit to this process. */
  #statedAt = Number.NEGATIVE_INFINITY;
  /** Calls made in the present minute while no limit is known. */
  #made = { minute: 0, calls: 0 };
  #last: Promise<unknown> = Promise.resolve();

  constructor(store: BudgetStore, set: SetLimit, now: () => number = presentMs) {
    this.#store = store;
    this.#set = set;
    this.#now = now;
  }

  /** Takes one call. Throws an EmrError with `limited` if none is left. */
  async take(purpose: CallPurpose): Promise<void> {
    const waitMs = await this.#serialized(() => this.#take(purpose));
    if (waitMs === 0) return;
    throw new EmrError("passing", "The EMR's limit of calls is reached", { limited: true, retryAfterMs: waitMs });
  }

  /**
   * Returns the milliseconds until a call may be taken, as far as this process knows; 0 if one may be taken now. Takes
   * none.
   */
  waitMs(purpose: CallPurpose): number {
    const now = this.#now();
    if (now - this.#readAt > FRESH_MS) return 0;
    const barred = this.#barredUntil(purpose) - now;
    if (barred > 0) return barred;
    const limit = this.#limit();
    if (!limit || !this.#row) return 0;
    const windowStart = startOf(now, limit);
    if (this.#share.windowStart === windowStart && this.#share.left > 0) return 0;
    const used = this.#row.windowStart.getTime() === windowStart ? this.#row.calls : 0;
    return used < limit.calls ? 0 : this.#untilMore(this.#row, limit, windowStart, now);
  }

  /** Takes note of a limit or a pause, for all processes. */
  learn(found: FoundLimit): Promise<void> {
    return this.#serialized(async () => {
      const now = this.#now();
      if (found.pauseMs === null && states(found, this.#row)) {
        this.#statedAt = now;
        return;
      }
      const made = this.#made.minute === startOf(now, { windowMs: MINUTE_MS }) ? this.#made.calls : 0;
      this.#row = await this.#store.change((row) => learned(row, found, { now, made, set: this.#set }));
      this.#readAt = now;
      if (found.pauseMs !== null) this.#share.left = 0;
    });
  }

  /** Lets no process call before the given time is over. Learns no limit: the EMR may be busy with others' calls. */
  pause(ms: number): Promise<void> {
    return this.#serialized(async () => {
      const now = this.#now();
      this.#row = await this.#store.change((row) => pausedFor(row, ms, now));
      this.#readAt = now;
    });
  }

  /** Returns the limit that this process knows: the set one, else the learned one. */
  get limit(): Limit | null {
    return this.#limit();
  }

  #serialized<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  #limit(row = this.#row): Limit | null {
    if (this.#set !== null) return { calls: this.#set, windowMs: MINUTE_MS };
    return row?.limitCalls ? { calls: row.limitCalls, windowMs: row.windowMs } : null;
  }

  /** Returns when (epoch milliseconds) a learned limit that is used up may be raised by trial. */
  #trialAt({ confirmedAt, raisedAt, raisedFrom, pausedUntil }: BudgetRow, { windowMs }: Limit): number {
    if (this.#set !== null) return Number.POSITIVE_INFINITY;
    const stated = this.#statedAt + Math.max(STATED_MS, windowMs);
    if (raisedAt && raisedFrom !== null) return Math.max(raisedAt.getTime() + STEP_MS, stated);
    const confirmed = confirmedAt?.getTime() ?? 0;
    // A refusal that closes the EMR for longer than the window costs that time, which is then first worked.
    const closed = pausedUntil ? pausedUntil.getTime() - (startOf(confirmed, { windowMs }) + windowMs) : 0;
    return Math.max(confirmed + TRIAL_MS, stated, (pausedUntil?.getTime() ?? 0) + Math.max(0, closed));
  }

  /** Returns the milliseconds until there may be calls again after a used-up limit: by trial, or in the next window. */
  #untilMore(row: BudgetRow, limit: Limit, windowStart: number, now: number): number {
    const next = windowStart + limit.windowMs - now;
    return Math.max(0, Math.min(next, this.#trialAt(row, limit) - now));
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
    const isBarred = this.#barredUntil(purpose) > now;
    if (now - this.#readAt > (isBarred ? 0 : FRESH_MS)) {
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
  async #takeShare(purpose: CallPurpose, known: Limit, now: number): Promise<number> {
    let limit = known;
    let granted = 0;
    let windowStart = 0;
    this.#row = await this.#store.change((row) => {
      limit = this.#limit(row) ?? known;
      // The clock of another process may be ahead of this one's.
      windowStart = Math.max(startOf(now, limit), row?.windowStart.getTime() ?? 0);
      const used = row?.windowStart.getTime() === windowStart ? row.calls : 0;
      const change: BudgetChange = { windowStart: new Date(windowStart) };
      granted = grantedOf(purpose, limit.calls, used);
      if (granted === 0 && row && this.#trialAt(row, limit) <= now) {
        const raised = raisedOf(purpose, limit.calls, row.raisedFrom);
        granted = grantedOf(purpose, raised, used);
        Object.assign(change, { limitCalls: raised, raisedAt: new Date(now), raisedFrom: limit.calls });
      }
      change.calls = used + granted;
      if (granted > 0) return change;
      const until = new Date(windowStart + 2 * limit.windowMs);
      if (purpose === "write") change.writesWantedUntil = until;
      if (purpose === "read") change.readsWantedUntil = until;
      return change;
    });
    this.#readAt = now;
    if (granted === 0) return Math.max(1, this.#untilMore(this.#row, limit, windowStart, now));
    if (purpose !== "sync") this.#share = { windowStart, left: granted - 1 };
    return 0;
  }
}

const startOf = (now: number, { windowMs }: Pick<Limit, "windowMs">): number => now - (now % windowMs);

/** Returns the calls that a purpose gets at once, of which `used` are taken in this window. */
function grantedOf(purpose: CallPurpose, calls: number, used: number): number {
  if (purpose !== "sync") return Math.max(0, Math.min(Math.ceil(calls * SHARE), calls - used));
  return used < Math.max(1, Math.floor(calls * (1 - RESERVE))) ? 1 : 0;
}

/** Returns the limit after a trial: one call more at first, which a sync could not take. */
const raisedOf = (purpose: CallPurpose, calls: number, raisedFrom: number | null): number =>
  purpose !== "sync" && raisedFrom === null ? calls + 1 : Math.ceil(calls * GROWTH);

/** Returns whether a found limit is the known one. */
const states = ({ calls, from }: FoundLimit, row: BudgetRow | null): boolean =>
  calls !== null && row?.limitCalls === calls && row.learnedFrom === from;

const pausedFor = (row: BudgetRow | null, ms: number, now: number): BudgetChange => ({
  pausedUntil: new Date(Math.max(row?.pausedUntil?.getTime() ?? 0, now + Math.min(ms, MAX_PAUSE_MS))),
});

/** Returns the change of the shared state that a found limit makes. */
function learned(
  row: BudgetRow | null,
  found: FoundLimit,
  { now, made, set }: { now: number; made: number; set: SetLimit },
): BudgetChange {
  const { calls, windowMs, pauseMs, from } = found;
  const change = pauseMs === null ? {} : pausedFor(row, pauseMs, now);
  const confirmed = { confirmedAt: new Date(now), raisedFrom: null };
  if (calls !== null) {
    if (states(found, row)) return { ...change, ...(pauseMs === null ? {} : confirmed) };
    return { ...change, ...confirmed, limitCalls: calls, windowMs: windowMs ?? MINUTE_MS, learnedFrom: from };
  }
  if (pauseMs === null || set !== null) return change;
  if (!row?.limitCalls) {
    if (made === 0) return change;
    return { ...change, ...confirmed, limitCalls: made, windowMs: MINUTE_MS, learnedFrom: COUNTED };
  }
  // A call that was under way when another one was refused shows nothing more.
  if (row.pausedUntil && row.pausedUntil.getTime() > now) return change;
  return { ...change, ...confirmed, limitCalls: loweredOf(row.limitCalls, row) };
}

/** Returns the limit after a refusal: the one before the trial, or less than a counted one that is too high. */
function loweredOf(calls: number, { raisedFrom, learnedFrom }: BudgetRow): number {
  if (raisedFrom !== null) return raisedFrom;
  return learnedFrom === COUNTED ? Math.max(1, Math.floor(calls * REDUCTION)) : calls;
}

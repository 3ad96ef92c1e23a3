import { singleton } from "#lib/kernel/singleton";

/** Requests with wrong credentials that one address may send per minute before it gets 429. */
export const MAX_WRONG = 60;

const WINDOW_MS = 60_000;

/**
 * Interval between lookups of unknown credentials for an address over the limit. A request that would wait longer than
 * `MAX_WAIT_MS` is refused.
 */
const CHECK_MS = 50;
const MAX_WAIT_MS = 1_000;

/** Time for which credentials count as valid after their last success: they are not a guess. */
const KNOWN_MS = 60 * 60_000;

const MAX_ENTRIES = 10_000;

interface WrongAttempts {
  /** Time of the first wrong attempt, in epoch milliseconds. */
  since: number;
  wrong: number;
  /** Earliest time of the next lookup of unknown credentials, in epoch milliseconds. */
  nextCheck: number;
}

/**
 * Stores an entry and drops the oldest one over the limit, so that requests from ever new addresses cannot fill the
 * memory.
 */
function keep<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  const oldest = entries.keys().next();
  if (entries.size >= MAX_ENTRIES && !oldest.done) entries.delete(oldest.value);
  entries.set(key, value);
}

/**
 * Counts wrong credentials per address in this process. Secrets of 256 bits cannot be guessed; the limit saves the
 * database's time. Many callers may share one address, so valid credentials never count against it, and new valid ones
 * are still looked up at a cheap pace.
 */
export class WrongCredentials {
  readonly #attempts = new Map<string, WrongAttempts>();
  /** Digests of valid credentials, with the time of their last success in epoch milliseconds. */
  readonly #right = new Map<string, number>();

  /** Returns the seconds that an address has to wait; null if it need not wait. */
  waitOf(address: string, now: number): number | null {
    const attempts = this.#attempts.get(address);
    if (!attempts || attempts.wrong < MAX_WRONG || now - attempts.since >= WINDOW_MS) return null;
    return Math.ceil((attempts.since + WINDOW_MS - now) / 1_000);
  }

  /**
   * Reserves a lookup of unknown credentials for an address over the limit. Returns the milliseconds until then; null
   * if too many are waiting.
   */
  delayOf(address: string, now: number): number | null {
    const attempts = this.#attempts.get(address);
    if (!attempts) return 0;
    const at = Math.max(now, attempts.nextCheck);
    if (at - now > MAX_WAIT_MS) return null;
    attempts.nextCheck = at + CHECK_MS;
    return at - now;
  }

  /** Counts one request with wrong credentials. */
  count(address: string, now: number): void {
    const before = this.#attempts.get(address);
    if (before && now - before.since < WINDOW_MS) before.wrong++;
    else keep(this.#attempts, address, { since: now, wrong: 1, nextCheck: now });
  }

  wereRight(credentials: string, now: number): boolean {
    const at = this.#right.get(credentials);
    return at !== undefined && now - at < KNOWN_MS;
  }

  noteRight(credentials: string, now: number): void {
    keep(this.#right, credentials, now);
  }

  forgetRight(credentials: string): void {
    this.#right.delete(credentials);
  }
}

/** Returns the counter of this process. */
export const wrongCredentials = (): WrongCredentials => singleton("wrong-credentials", () => new WrongCredentials());

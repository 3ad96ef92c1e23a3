import { singleton } from "#lib/kernel/singleton";

/** Requests with wrong credentials that one address may make within a minute before it is told to wait. */
export const MOST_WRONG = 60;

const WINDOW_MS = 60_000;

/** Beyond that an address has unknown credentials looked up at this pace, and no more than wait so long. */
const CHECK_MS = 50;
const MOST_WAIT_MS = 1_000;

/** What was right within this time is no guess. */
const KNOWN_MS = 60 * 60_000;

const MOST_KEPT = 10_000;

interface Standing {
  /** Of the first wrong one, in epoch milliseconds. */
  since: number;
  wrong: number;
  /** When the next unknown credentials may be looked up. */
  nextCheck: number;
}

/** Keeps the newest entries alone: nobody fills the memory by coming from ever other addresses. */
function keep<Value>(entries: Map<string, Value>, key: string, value: Value): void {
  entries.delete(key);
  const oldest = entries.keys().next();
  if (entries.size >= MOST_KEPT && !oldest.done) entries.delete(oldest.value);
  entries.set(key, value);
}

/**
 * How often addresses came with wrong credentials, as this process knows it: secrets of 256 bits are not guessed, it is
 * the database's time that is kept from being spent. Behind one address there may be many callers, so right credentials
 * are never counted against it, and find out at a pace that costs little.
 */
export class WrongCredentials {
  readonly #standings = new Map<string, Standing>();
  /** Digests of credentials that were right, and when. */
  readonly #right = new Map<string, number>();

  /** Seconds for which an address has to wait; null where it need not. */
  waitOf(address: string, now: number): number | null {
    const standing = this.#standings.get(address);
    if (!standing || standing.wrong < MOST_WRONG || now - standing.since >= WINDOW_MS) return null;
    return Math.ceil((standing.since + WINDOW_MS - now) / 1_000);
  }

  /** Milliseconds after which an address that has to wait may have unknown credentials looked up; null where too many do. */
  turnOf(address: string, now: number): number | null {
    const standing = this.#standings.get(address);
    if (!standing) return 0;
    const at = Math.max(now, standing.nextCheck);
    if (at - now > MOST_WAIT_MS) return null;
    standing.nextCheck = at + CHECK_MS;
    return at - now;
  }

  /** Counts wrong credentials. */
  count(address: string, now: number): void {
    const before = this.#standings.get(address);
    if (before && now - before.since < WINDOW_MS) before.wrong++;
    else keep(this.#standings, address, { since: now, wrong: 1, nextCheck: now });
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

/** This process's. */
export const wrongCredentials = (): WrongCredentials => singleton("wrong-credentials", () => new WrongCredentials());

import { appPool } from "#lib/db/pool";
import { logger } from "#lib/runtime/logger";
import { singleton } from "#lib/runtime/singleton";

/** Accounts, 32 hex digits each, separated by commas. */
export const WAKE_CHANNEL = "crc_stream";

/** NOTIFY takes a lock on the whole cluster at its commit: one process sends at most one in this time. */
const INTERVAL_MS = 20;

/** PostgreSQL takes less than 8,000 bytes per notification. */
const MOST_ACCOUNTS = 200;

/** Collects accounts and notifies every process of them, outside of anybody's transaction. */
class Waker {
  readonly #accounts = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();
  #lastSent = Number.NEGATIVE_INFINITY;

  add(accountId: string): void {
    this.#accounts.add(accountId);
    const wait = Math.max(0, this.#lastSent + INTERVAL_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#send(), wait);
  }

  #send(): void {
    this.#timer = null;
    this.#lastSent = performance.now();
    const accounts = [...this.#accounts].slice(0, MOST_ACCOUNTS);
    for (const account of accounts) this.#accounts.delete(account);
    if (this.#accounts.size > 0) this.#timer = setTimeout(() => this.#send(), INTERVAL_MS);
    const sent = appPool().query("SELECT pg_notify($1, $2)", [WAKE_CHANNEL, accounts.join(",")]);
    this.#sending = sent.then(
      () => undefined,
      // Nothing is lost: the streams' poll finds what this would have told.
      (error: { code?: string }) => logger.warn({ code: error.code }, "streams were not woken"),
    );
  }

  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sending;
  }
}

const waker = () => {
  // Made first, so that it is closed after the waker that sends through it.
  appPool();
  return singleton(
    "stream-waker",
    () => new Waker(),
    (open) => open.close(),
  );
};

/**
 * Tells every process that an account's streams have something to read. Call it after the commit, never within
 * a transaction. Returns at once; calls within 20 ms go out together.
 */
export const wakeStreams = (linkedAccountId: string): void => waker().add(linkedAccountId.replaceAll("-", ""));

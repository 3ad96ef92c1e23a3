import { sql } from "drizzle-orm";
import type { PoolClient } from "pg";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";
import { appPool } from "./pool.ts";
import { withoutTenant } from "./without-tenant.ts";

/** Most words per notification: PostgreSQL limits a payload to less than 8,000 bytes, and a word is an id or a name. */
const MAX_WORDS = 200;

/** Time in which a notification that is due waits for a commit to leave with, while this process uses its database. */
const COMMIT_WITHIN_MS = 10;

const usesDatabase = (): boolean => appPool().totalCount > appPool().idleCount;

/**
 * Collects words (without commas) and sends them to every process by NOTIFY, outside of the caller's transaction: behind
 * a commit, in its packet, or by itself if none leaves soon.
 */
export class Notifier {
  readonly #channel: string;
  readonly #intervalMs: number;
  readonly #words = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();
  #lastSent = Number.NEGATIVE_INFINITY;

  constructor(channel: string, intervalMs: number) {
    this.#channel = channel;
    this.#intervalMs = intervalMs;
  }

  /** Queues a word and returns at once. Words added within the interval share one notification. */
  add(word: string): void {
    this.#words.add(word);
    this.#timer ??= setTimeout(() => this.#send(), this.#waitMs() + (usesDatabase() ? COMMIT_WITHIN_MS : 0));
  }

  /** Sends the words that wait at once, and resolves once they were sent or could not be. */
  async flush(): Promise<void> {
    await this.#sending;
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#words.size > 0) this.#send();
    await this.#sending;
  }

  /** Time until the next notification may leave. */
  #waitMs(): number {
    return Math.max(0, this.#lastSent + this.#intervalMs - performance.now());
  }

  /** Waits for the notification that is being sent and drops unsent words. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sending;
  }

  /** Sends the words on a connection whose COMMIT has just been written, if there are any and they are due. */
  sendBehind(client: PoolClient): void {
    if (this.#words.size === 0 || this.#waitMs() > 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    const payload = this.#take();
    this.#note(client.query("SELECT pg_notify($1, $2)", [this.#channel, payload]));
  }

  #send(): void {
    const payload = this.#take();
    this.#note(withoutTenant(sql`SELECT pg_notify(${this.#channel}, ${payload})`));
  }

  /** Returns the payload of the notification that leaves now, and schedules the next one if words are left. */
  #take(): string {
    const words = [...this.#words].slice(0, MAX_WORDS);
    for (const word of words) this.#words.delete(word);
    this.#lastSent = performance.now();
    this.#timer = this.#words.size > 0 ? setTimeout(() => this.#send(), this.#intervalMs) : null;
    return words.join(",");
  }

  #note(sent: Promise<unknown>): void {
    this.#sending = sent.then(
      () => undefined,
      // Nothing is lost: listeners poll as well.
      (error: { code?: string }) => logger.warn({ channel: this.#channel, code: error.code }, "notification failed"),
    );
  }
}

/**
 * Returns this process's notifier of a channel, which sends at most one notification in each interval: NOTIFY takes a
 * cluster-wide lock at commit.
 */
export function notifierOf(channel: string, intervalMs: number): Notifier {
  // The pool is created first, so that it closes after the notifier that uses it.
  appPool();
  return singleton(
    `notifier-of-${channel}`,
    () => {
      const notifier = new Notifier(channel, intervalMs);
      notifiers().add(notifier);
      return notifier;
    },
    (open) => {
      notifiers().delete(open);
      return open.close();
    },
  );
}

const notifiers = () => singleton("notifiers", () => new Set<Notifier>());

/** Sends the notifications that are due behind a COMMIT, which was written in this turn of the event loop. */
export function notifyBehind(client: PoolClient): void {
  for (const notifier of notifiers()) notifier.sendBehind(client);
}

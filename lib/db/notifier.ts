import { sql } from "drizzle-orm";
import { logger } from "#lib/kernel/logger";
import { singleton } from "#lib/kernel/singleton";
import { appPool } from "./pool.ts";
import { withoutTenant } from "./without-tenant.ts";

/** Most words per notification: PostgreSQL limits a payload to less than 8,000 bytes, and a word is an id or a name. */
const MAX_WORDS = 200;

/** Collects words (without commas) and sends them to every process by NOTIFY, outside of the caller's transaction. */
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
    const wait = Math.max(0, this.#lastSent + this.#intervalMs - performance.now());
    this.#timer ??= setTimeout(() => this.#send(), wait);
  }

  /** Waits for the notification that is being sent and drops unsent words. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sending;
  }

  #send(): void {
    this.#timer = null;
    this.#lastSent = performance.now();
    const words = [...this.#words].slice(0, MAX_WORDS);
    for (const word of words) this.#words.delete(word);
    if (this.#words.size > 0) this.#timer = setTimeout(() => this.#send(), this.#intervalMs);
    const sent = withoutTenant(sql`SELECT pg_notify(${this.#channel}, ${words.join(",")})`);
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
    () => new Notifier(channel, intervalMs),
    (open) => open.close(),
  );
}

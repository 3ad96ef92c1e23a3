import { sql } from "drizzle-orm";
import { logger } from "#lib/kernel/logger";
import { withoutTenant } from "./without-tenant.ts";

/** NOTIFY takes a lock on the whole cluster at its commit: one process sends at most one per channel in this time. */
const INTERVAL_MS = 20;

/** PostgreSQL takes less than 8,000 bytes per notification; a word is an id or a name. */
const MOST_WORDS = 200;

/** Collects words, without commas, and notifies every process of them, outside of anybody's transaction. */
export class Notifier {
  readonly #channel: string;
  readonly #words = new Set<string>();
  #timer: NodeJS.Timeout | null = null;
  #sending: Promise<void> = Promise.resolve();
  #lastSent = Number.NEGATIVE_INFINITY;

  constructor(channel: string) {
    this.#channel = channel;
  }

  /** Returns at once. What is added within 20 ms goes out together. */
  add(word: string): void {
    this.#words.add(word);
    const wait = Math.max(0, this.#lastSent + INTERVAL_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#send(), wait);
  }

  /** Waits for what is being sent; what was not sent yet is forgotten. */
  async close(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#sending;
  }

  #send(): void {
    this.#timer = null;
    this.#lastSent = performance.now();
    const words = [...this.#words].slice(0, MOST_WORDS);
    for (const word of words) this.#words.delete(word);
    if (this.#words.size > 0) this.#timer = setTimeout(() => this.#send(), INTERVAL_MS);
    const sent = withoutTenant(sql`SELECT pg_notify(${this.#channel}, ${words.join(",")})`);
    this.#sending = sent.then(
      () => undefined,
      // Nothing is lost: whoever listens polls too, and finds what this would have told.
      (error: { code?: string }) => logger.warn({ channel: this.#channel, code: error.code }, "nobody was notified"),
    );
  }
}

import type { Listener, OnWake } from "#lib/db/listener";
import { appPool } from "#lib/db/pool";
import { onCommitsLost } from "#lib/db/witness";
import { DomainError } from "#lib/kernel/domain-error";
import type { AccountTenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { StreamFollower } from "./follower.ts";
import { listenForWakes } from "./message.ts";
import { streamMetrics } from "./metrics.ts";
import { type Position, raiseHead, resumeAfter, sequenceAll } from "./position.ts";
import { Tail } from "./tail.ts";

/** Fallback poll, for lost notifications. */
const POLL_MS = 2_000;

export interface HubOptions {
  /** Subscribes to wake-ups; null polls only. */
  listen: ((onWake: OnWake) => Listener) | null;
  /** Poll interval in milliseconds; null relies on wake-ups only. */
  pollMs: number | null;
  /** Limit of unread messages per stream. */
  maxWaiting?: number;
}

/** This process's streams: one tail per account with open streams, and one listener for all of them. */
export class StreamHub {
  readonly #options: HubOptions;
  /** By linked account. */
  readonly #tails = new Map<string, Tail>();
  readonly #followers = new Set<StreamFollower>();
  readonly #deaf: () => void;
  #listener: Listener | null = null;
  #closed = false;

  constructor(options: HubOptions) {
    this.#options = options;
    this.#deaf = onCommitsLost(() => void this.#beginAnew());
  }

  /**
   * Opens a follower of an account's messages after the position `from` (see `resumeAfter`); null starts with new messages.
   * Throws `unavailable` during shutdown.
   */
  async open(tenant: AccountTenant, from: Position | null): Promise<StreamFollower> {
    if (this.#closed)
      throw new DomainError("unavailable", "The server is shutting down; connect again", { retryAfterSeconds: 1 });
    this.#listener ??= this.#options.listen?.((accounts) => this.#wake(accounts)) ?? null;
    const tail = this.#tails.get(tenant.linkedAccountId) ?? new Tail(tenant, this.#options.pollMs);
    this.#tails.set(tenant.linkedAccountId, tail);
    tail.users++;
    try {
      const [head] = await Promise.all([sequenceAll(tenant), tail.start()]);
      return this.#follow(tail, from === null ? head : resumeAfter(from, head));
    } catch (error) {
      this.#release(tail);
      throw error;
    }
  }

  /** Ends every stream, so that no open connection delays the shutdown. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#deaf();
    for (const follower of this.#followers) follower.end();
    await this.#listener?.close();
  }

  /**
   * Ends every stream after the database lost commits: what their readers know is no longer so. They connect again and
   * read everything anew; the positions that they have are not assigned again.
   */
  async #beginAnew(): Promise<void> {
    const raised = [...this.#tails.values()].map(async ({ tenant, position }) => raiseHead(tenant, position));
    await Promise.allSettled(raised);
    for (const follower of this.#followers) follower.end();
  }

  #follow(tail: Tail, position: Position): StreamFollower {
    const follower = new StreamFollower(tail, position, this.#left, this.#options.maxWaiting);
    const { open, opened } = streamMetrics();
    this.#followers.add(follower);
    open.inc();
    opened.inc();
    if (this.#closed) follower.end();
    return follower;
  }

  /** One function for all: one of each follower would retain what was allocated while its request was answered. */
  readonly #left = (follower: StreamFollower, tail: Tail): void => {
    if (!this.#followers.delete(follower)) return;
    const { open, dropped } = streamMetrics();
    open.dec();
    if (follower.ended) dropped.inc();
    this.#release(tail);
  };

  #release(tail: Tail): void {
    if (--tail.users > 0) return;
    this.#tails.delete(tail.tenant.linkedAccountId);
    tail.close();
  }

  #wake(accounts: string[] | null): void {
    for (const account of accounts ?? this.#tails.keys()) this.#tails.get(account)?.wake();
  }
}

/** Returns this process's hub, which listens from the first call on. */
export const streamHub = (): StreamHub => {
  // Singletons close in reverse order: the pool must close after the streams that read through it.
  appPool();
  return singleton(
    "stream-hub",
    () => new StreamHub({ listen: listenForWakes, pollMs: POLL_MS }),
    (hub) => hub.close(),
  );
};

/** Ends this process's streams and its listener. Called at shutdown, before the server waits for its connections. */
export const closeStreams = (): Promise<void> => streamHub().close();

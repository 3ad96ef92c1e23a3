import type { Listener, OnWake } from "#lib/db/listener";
import { appPool } from "#lib/db/pool";
import { onCommitsLost } from "#lib/db/witness";
import { DomainError } from "#lib/kernel/domain-error";
import type { AccountTenant } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { readMessages, readNewMessages, resumeAfter } from "./cursor.ts";
import { type FollowerSource, StreamFollower } from "./follower.ts";
import { streamMetrics } from "./metrics.ts";
import { type Position, raiseHead, sequenceAll } from "./sequence.ts";
import { Tail } from "./tail.ts";
import { listenForWakes } from "./wake.ts";

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

/** An account with followers in this process. */
interface Account extends FollowerSource {
  readonly tenant: AccountTenant;
  /** Number of its followers, those that are being opened among them. */
  count: number;
}

/** This process's streams: one tail per account with open streams, and one listener for all of them. */
export class StreamHub {
  readonly #options: HubOptions;
  readonly #accounts = new Map<string, Account>();
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
    const { listen } = this.#options;
    if (listen) this.#listener ??= listen((accounts) => this.#wake(accounts));
    const account = this.#accountOf(tenant);
    try {
      const [head] = await Promise.all([sequenceAll(tenant), account.tail.start()]);
      const position = from === null ? head : resumeAfter(from, head);
      return this.#follower(account, position);
    } catch (error) {
      this.#release(account);
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
    const raised = [...this.#accounts.values()].map(async ({ tenant, tail }) => raiseHead(tenant, tail.position));
    await Promise.allSettled(raised);
    for (const follower of this.#followers) follower.end();
  }

  #left(follower: StreamFollower, account: Account): void {
    if (!this.#followers.delete(follower)) return;
    const { open, dropped } = streamMetrics();
    open.dec();
    if (follower.ended) dropped.inc();
    this.#release(account);
  }

  #follower(account: Account, position: Position): StreamFollower {
    const follower = new StreamFollower(account, position, this.#options.maxWaiting);
    const { open, opened } = streamMetrics();
    this.#followers.add(follower);
    open.inc();
    opened.inc();
    if (this.#closed) follower.end();
    return follower;
  }

  #accountOf(tenant: AccountTenant): Account {
    const known = this.#accounts.get(tenant.linkedAccountId);
    if (known) {
      known.count++;
      return known;
    }
    const source = {
      current: () => sequenceAll(tenant),
      next: (after: Position, limit: number) => readNewMessages(tenant, after, limit),
      passed: (after: Position, limit: number) => readMessages(tenant, after, limit),
    };
    const account: Account = {
      tenant,
      tail: new Tail(source, this.#options.pollMs),
      count: 1,
      left: (follower) => this.#left(follower, account),
    };
    this.#accounts.set(tenant.linkedAccountId, account);
    return account;
  }

  #release(account: Account): void {
    if (--account.count > 0) return;
    this.#accounts.delete(account.tenant.linkedAccountId);
    account.tail.close();
  }

  #wake(accounts: string[] | null): void {
    for (const account of accounts ?? this.#accounts.keys()) this.#accounts.get(account)?.tail.wake();
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

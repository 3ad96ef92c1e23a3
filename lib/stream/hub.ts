import { ApiError } from "#lib/core/api-error";
import type { Tenant } from "#lib/core/principal";
import type { Listener, OnWake } from "#lib/db/listener";
import { appPool } from "#lib/db/pool";
import { singleton } from "#lib/runtime/singleton";
import { currentPosition, type Position, readMessages } from "./cursor.ts";
import { streamMetrics } from "./metrics.ts";
import { Subscriber } from "./subscriber.ts";
import { PAGE, Tail } from "./tail.ts";
import { listenForWakes } from "./wake.ts";

/** Behind the notifications: what is found at the latest when one was lost. */
const POLL_MS = 2_000;

type AccountTenant = Tenant & { linkedAccountId: string };

export interface HubOptions {
  /** Opens the source of wake-ups; null has the poll alone. */
  listen: ((onWake: OnWake) => Listener) | null;
  /** Null has the wake-ups alone. */
  pollMs: number | null;
  /** Messages that one stream may leave unread. */
  mostWaiting?: number;
}

export interface Feed {
  /** Where it begins: what it sends comes after. */
  position: Position;
  /** The next messages as text; null once the feed has ended. */
  take(): Promise<string | null>;
  /** Also true once its reader has fallen too far behind. */
  ended(): boolean;
  end(): void;
}

/** This process's streams: one tail per account that has any, and one listener behind all of them. */
export class StreamHub {
  readonly #options: HubOptions;
  readonly #tails = new Map<string, { tail: Tail; feeds: number }>();
  readonly #feeds = new Set<() => void>();
  #listener: Listener | null = null;
  #closed = false;

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /**
   * Opens a feed of an account's messages after `from`; null begins with what comes next, and so does a position
   * that this database has not reached (it was restored). Throws 503 while the process is ending.
   */
  async open(tenant: AccountTenant, from: Position | null): Promise<Feed> {
    if (this.#closed)
      throw new ApiError(503, "The server is ending; connect again", { headers: { "Retry-After": "1" } });
    const { listen } = this.#options;
    if (listen) this.#listener ??= listen((accounts) => this.#wake(accounts));
    const tail = this.#tailOf(tenant);
    try {
      const [current] = await Promise.all([currentPosition(tenant), tail.start()]);
      const position = from === null || from > current ? current : from;
      return this.#feed(tenant, tail, new Subscriber(position, this.#options.mostWaiting));
    } catch (error) {
      this.#release(tenant.linkedAccountId);
      throw error;
    }
  }

  /** Ends every stream, so that no connection holds up the end of the process. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const end of [...this.#feeds]) end();
    await this.#listener?.close();
  }

  #feed(tenant: AccountTenant, tail: Tail, subscriber: Subscriber): Feed {
    const { open, opened, dropped } = streamMetrics();
    const end = () => {
      if (!this.#feeds.delete(end)) return;
      open.dec();
      if (subscriber.ended) dropped.inc();
      subscriber.end();
      tail.leave(subscriber);
      this.#release(tenant.linkedAccountId);
    };
    this.#feeds.add(end);
    open.inc();
    opened.inc();
    if (this.#closed) end();
    let joined = false;
    const take = async () => {
      while (!joined && !subscriber.ended) {
        const missed = await catchUp(tenant, tail, subscriber);
        if (missed !== "") return missed;
        // Nothing lies between the check within catchUp and this line that could let the tail move on.
        tail.join(subscriber);
        joined = true;
      }
      return subscriber.take();
    };
    return { position: subscriber.position, take, end, ended: () => subscriber.ended };
  }

  #tailOf(tenant: AccountTenant): Tail {
    const known = this.#tails.get(tenant.linkedAccountId);
    if (known) {
      known.feeds++;
      return known.tail;
    }
    const source = {
      read: (after: Position, limit: number) => readMessages(tenant, after, limit),
      current: () => currentPosition(tenant),
    };
    const tail = new Tail(source, this.#options.pollMs);
    this.#tails.set(tenant.linkedAccountId, { tail, feeds: 1 });
    return tail;
  }

  #release(accountId: string): void {
    const known = this.#tails.get(accountId);
    if (!known || --known.feeds > 0) return;
    this.#tails.delete(accountId);
    known.tail.close();
  }

  #wake(accounts: string[] | null): void {
    for (const account of accounts ?? this.#tails.keys()) this.#tails.get(account)?.tail.wake();
  }
}

/** Reads for one subscriber what the tail has already passed; empty once it stands where the tail does. */
async function catchUp(tenant: AccountTenant, tail: Tail, subscriber: Subscriber): Promise<string> {
  while (subscriber.position < tail.position) {
    const passed = tail.position;
    const page = await readMessages(tenant, subscriber.position, PAGE);
    const last = page.messages.at(-1)?.position ?? subscriber.position;
    // All up to where the tail was before this read is settled, hence in it, unless the limit cut it.
    subscriber.position = page.full || last > passed ? last : passed;
    if (page.messages.length > 0) return page.messages.map((message) => message.text).join("");
  }
  return "";
}

export const streamHub = (): StreamHub => {
  // Made first, so that it is closed after the streams that read through it.
  appPool();
  return singleton(
    "stream-hub",
    () => new StreamHub({ listen: listenForWakes, pollMs: POLL_MS }),
    (hub) => hub.close(),
  );
};

/** Ends this process's streams and its listener: for a shutdown, before the server waits for its connections. */
export const closeStreams = (): Promise<void> => streamHub().close();

import type { AccountTenant } from "#lib/kernel/principal";
import type { Position } from "./sequence.ts";
import type { Reader, Subscriber } from "./subscriber.ts";
import { PAGE, type Tail } from "./tail.ts";

/** One account's feeds in this process. */
export interface AccountFeeds {
  readonly tenant: AccountTenant;
  readonly tail: Tail;
  /** Number of feeds. */
  count: number;
}

/** The creator of feeds; `left` is called when a feed ends. */
export interface FeedOwner {
  left(feed: Feed): void;
}

/** The messages of one stream: missed messages are read for this feed alone, new ones come from the account's tail. */
export class Feed {
  /** The position after which the feed begins. */
  readonly position: Position;
  readonly account: AccountFeeds;
  readonly #subscriber: Subscriber;
  readonly #owner: FeedOwner;
  #joined = false;

  constructor(owner: FeedOwner, account: AccountFeeds, subscriber: Subscriber) {
    this.position = subscriber.position;
    this.account = account;
    this.#subscriber = subscriber;
    this.#owner = owner;
  }

  /** True also after the reader has fallen too far behind. */
  get ended(): boolean {
    return this.#subscriber.ended;
  }

  /**
   * Passes the next messages to the reader once, as soon as there are any. Rejects if missed messages could not be
   * read.
   */
  take(reader: Reader): void | Promise<void> {
    return this.#joined ? this.#subscriber.take(reader) : this.#catchUp(reader);
  }

  end(): void {
    this.#owner.left(this);
    this.account.tail.leave(this.#subscriber);
    this.#subscriber.end();
  }

  /** Reads the messages that the tail has already passed, page by page, and joins the tail once none are left. */
  async #catchUp(reader: Reader): Promise<void> {
    const { tail } = this.account;
    const subscriber = this.#subscriber;
    while (subscriber.position < tail.position && !subscriber.ended) {
      const passed = tail.position;
      const page = await tail.read(subscriber.position, PAGE);
      const last = page.messages.at(-1)?.position ?? subscriber.position;
      // All messages up to the tail's position before this read have positions, so the page contains them unless it is
      // full.
      subscriber.position = page.full || last > passed ? last : passed;
      if (page.messages.length > 0) return reader.give(page.messages.map(({ text }) => text).join(""));
    }
    // No await since the check above, so the tail cannot have moved on.
    if (!subscriber.ended) {
      tail.join(subscriber);
      this.#joined = true;
    }
    subscriber.take(reader);
  }
}

import type { Position } from "./sequence.ts";
import type { Reader, Subscriber } from "./subscriber.ts";
import { PAGE, type Tail } from "./tail.ts";

/** The feeds of one account in this process. */
export interface AccountFeeds {
  readonly accountId: string;
  readonly tail: Tail;
  /** How many there are. */
  count: number;
}

/** What opens feeds; it is told when one ends. */
export interface FeedOwner {
  left(feed: Feed): void;
}

/** One stream's messages: what it missed is read for it alone, then it gets what its account's tail reads. */
export class Feed {
  /** Where it begins: what it sends comes after. */
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

  /** Also true once its reader has fallen too far behind. */
  get ended(): boolean {
    return this.#subscriber.ended;
  }

  /** Gives the reader the next messages once, as soon as there are any. Rejects where missed ones could not be read. */
  take(reader: Reader): void | Promise<void> {
    return this.#joined ? this.#subscriber.take(reader) : this.#catchUp(reader);
  }

  end(): void {
    this.#owner.left(this);
    this.account.tail.leave(this.#subscriber);
    this.#subscriber.end();
  }

  /** Reads what the tail has already passed, page by page, and joins it where nothing of that is left. */
  async #catchUp(reader: Reader): Promise<void> {
    const { tail } = this.account;
    const subscriber = this.#subscriber;
    while (subscriber.position < tail.position && !subscriber.ended) {
      const passed = tail.position;
      const page = await tail.read(subscriber.position, PAGE);
      const last = page.messages.at(-1)?.position ?? subscriber.position;
      // All up to where the tail was before this read has its position, hence is in it, unless the limit cut it.
      subscriber.position = page.full || last > passed ? last : passed;
      if (page.messages.length > 0) return reader.give(page.messages.map(({ text }) => text).join(""));
    }
    // Nothing lies between the check above and this line that could let the tail move on.
    if (!subscriber.ended) {
      tail.join(subscriber);
      this.#joined = true;
    }
    subscriber.take(reader);
  }
}

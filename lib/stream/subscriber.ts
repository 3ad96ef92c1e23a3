import type { PositionedMessage } from "./cursor.ts";
import type { Position } from "./sequence.ts";

/**
 * Limits of what one reader may leave unread; a reader that falls further behind is dropped and resumes by its last id.
 */
const MAX_WAITING = 1_000;
const MAX_WAITING_CHARACTERS = 4_000_000;

/** Receives a feed's messages as one text; null once the feed has ended. */
export interface Reader {
  give(text: string | null): void;
}

/** One reader of an account's tail: a bounded buffer between the rows and a connection. */
export class Subscriber {
  /** Position of the last message buffered or passed on; earlier ones are ignored. */
  position: Position;
  readonly #maxWaiting: number;
  #waiting = "";
  #count = 0;
  #ended = false;
  #reader: Reader | null = null;

  constructor(position: Position, maxWaiting: number = MAX_WAITING) {
    this.position = position;
    this.#maxWaiting = maxWaiting;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Adds a page of messages, in order, to the buffer; `flush` passes it to the reader. `text` is that of all. */
  offer(messages: readonly PositionedMessage[], text: string): void {
    const [first, last] = [messages[0], messages.at(-1)];
    if (this.#ended || !first || !last || last.position <= this.position) return;
    // Most subscribers get the same page, and then share its text.
    const all = first.position > this.position;
    const missing = all ? messages : messages.filter(({ position }) => position > this.position);
    this.position = last.position;
    this.#waiting += all ? text : missing.map((message) => message.text).join("");
    this.#count += missing.length;
    if (this.#count > this.#maxWaiting || this.#waiting.length > MAX_WAITING_CHARACTERS) this.end();
  }

  /** Ends the subscription; the client's next connection resumes with the unread messages. */
  end(): void {
    this.#ended = true;
    this.#waiting = "";
    this.flush();
  }

  /** Passes the buffered messages to the reader once there are any; null after the end. Only one reader at a time. */
  take(reader: Reader): void {
    this.#reader = reader;
    this.flush();
  }

  /** Passes the buffered messages to the waiting reader. */
  flush(): void {
    const reader = this.#reader;
    if (!reader || (this.#waiting === "" && !this.#ended)) return;
    const text = this.#ended ? null : this.#waiting;
    this.#reader = null;
    this.#waiting = "";
    this.#count = 0;
    reader.give(text);
  }
}

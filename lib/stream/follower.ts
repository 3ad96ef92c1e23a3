import type { Position, PositionedMessage } from "./position.ts";
import type { Tail } from "./tail.ts";

/**
 * Limits of what one reader may leave unread; a reader that falls further behind is dropped and resumes by its last id.
 */
const MAX_WAITING = 1_000;
const MAX_WAITING_CHARACTERS = 4_000_000;

/** Receives a follower's messages as one text; null once the follower has ended. */
export interface Reader {
  give(text: string | null): void;
}

/**
 * Reads the messages of one stream, a bounded buffer between the rows and a connection: missed messages are read for this follower
 * alone, new ones come from the account's tail.
 */
export class StreamFollower {
  /** Position of the last message buffered or passed on; earlier ones are ignored. */
  position: Position;
  /** True also after the reader has fallen too far behind. */
  ended = false;
  readonly #tail: Tail;
  readonly #left: (follower: StreamFollower, tail: Tail) => void;
  readonly #maxWaiting: number;
  #joined = false;
  #waiting = "";
  #count = 0;
  #reader: Reader | null = null;

  /** `left` is called when it ends, before `ended` is set, unless it had dropped its reader. */
  constructor(
    tail: Tail,
    position: Position,
    left: (follower: StreamFollower, tail: Tail) => void = () => undefined,
    maxWaiting: number = MAX_WAITING,
  ) {
    this.position = position;
    this.#tail = tail;
    this.#left = left;
    this.#maxWaiting = maxWaiting;
  }

  /**
   * Passes the next messages to the reader once, as soon as there are any; null after the end. Only one reader at a time.
   * Rejects if missed messages could not be read.
   */
  take(reader: Reader): void | Promise<void> {
    if (!this.#joined) return this.#catchUp(reader);
    this.#reader = reader;
    this.flush();
  }

  /** Adds a page of new messages, in order, to the buffer; `flush` passes it to the reader. `text` is that of all. */
  offer(messages: readonly PositionedMessage[], text: string): void {
    const [first, last] = [messages[0], messages.at(-1)];
    if (this.ended || !first || !last || last.position <= this.position) return;
    // Most followers get the same page, and then share its text.
    const all = first.position > this.position;
    const missing = all ? messages : messages.filter(({ position }) => position > this.position);
    this.position = last.position;
    this.#waiting += all ? text : missing.map((message) => message.text).join("");
    this.#count += missing.length;
    if (this.#count > this.#maxWaiting || this.#waiting.length > MAX_WAITING_CHARACTERS) this.#drop();
  }

  /** Passes the buffered messages to the waiting reader. */
  flush(): void {
    const reader = this.#reader;
    if (!reader || (this.#waiting === "" && !this.ended)) return;
    const text = this.ended ? null : this.#waiting;
    this.#reader = null;
    this.#waiting = "";
    this.#count = 0;
    reader.give(text);
  }

  /** Ends the follower; the client's next connection resumes with the unread messages. */
  end(): void {
    this.#left(this, this.#tail);
    this.#tail.leave(this);
    this.#drop();
  }

  #drop(): void {
    this.ended = true;
    this.#waiting = "";
    this.flush();
  }

  /** Reads the messages that the tail has already passed, page by page, and joins the tail once none are left. */
  async #catchUp(reader: Reader): Promise<void> {
    const tail = this.#tail;
    while (this.position < tail.position && !this.ended) {
      const passed = tail.position;
      const { messages, full } = await tail.read(this.position);
      const last = messages.at(-1)?.position ?? this.position;
      // All messages up to the tail's position before this read have positions, so the page contains them unless it is
      // full.
      this.position = full || last > passed ? last : passed;
      if (messages.length > 0) return reader.give(messages.map(({ text }) => text).join(""));
    }
    // No await since the check above, so the tail cannot have moved on.
    if (!this.ended) {
      tail.join(this);
      this.#joined = true;
    }
    this.#reader = reader;
    this.flush();
  }
}

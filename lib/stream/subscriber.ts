import type { PositionedMessage } from "./cursor.ts";
import type { Position } from "./sequence.ts";

/** What one reader may leave unread; one that falls further behind is dropped, and resumes by its last id. */
const MOST_WAITING = 1_000;
const MOST_WAITING_CHARACTERS = 4_000_000;

/** Who takes what a feed has: messages as one text, or null once it has ended. */
export interface Reader {
  give(text: string | null): void;
}

/** One reader of an account's tail: a bounded buffer between the rows and a connection. */
export class Subscriber {
  /** Everything up to here was handed over; what lies before is not handed over again. */
  position: Position;
  readonly #mostWaiting: number;
  #waiting = "";
  #count = 0;
  #ended = false;
  #reader: Reader | null = null;

  constructor(position: Position, mostWaiting: number = MOST_WAITING) {
    this.position = position;
    this.#mostWaiting = mostWaiting;
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Adds a message to what is waiting; the reader gets it with `flush`. */
  offer(message: PositionedMessage): void {
    if (this.#ended || message.position <= this.position) return;
    this.position = message.position;
    this.#waiting += message.text;
    this.#count++;
    if (this.#count > this.#mostWaiting || this.#waiting.length > MOST_WAITING_CHARACTERS) this.end();
  }

  /** Ends it for its reader; what was not read yet is left to its next connection. */
  end(): void {
    this.#ended = true;
    this.#waiting = "";
    this.flush();
  }

  /** Gives what is waiting, as one text, once there is something; null when it has ended. One reader at a time. */
  take(reader: Reader): void {
    this.#reader = reader;
    this.flush();
  }

  /** Hands what is waiting to who takes it. */
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

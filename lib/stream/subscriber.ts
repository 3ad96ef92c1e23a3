import type { Position, PositionedMessage } from "./cursor.ts";

/** What one reader may leave unread; one that falls further behind is dropped, and resumes by its last id. */
const MOST_WAITING = 1_000;
const MOST_WAITING_CHARACTERS = 4_000_000;

/** One reader of an account's tail: a bounded buffer between the rows and a connection. */
export class Subscriber {
  /** Everything up to here was handed over; what lies before is not handed over again. */
  position: Position;
  readonly #mostWaiting: number;
  #waiting: string[] = [];
  #characters = 0;
  #ended = false;
  #wake: () => void = () => undefined;

  constructor(position: Position, mostWaiting: number = MOST_WAITING) {
    this.position = position;
    this.#mostWaiting = mostWaiting;
  }

  get ended(): boolean {
    return this.#ended;
  }

  offer(message: PositionedMessage): void {
    if (this.#ended || message.position <= this.position) return;
    this.position = message.position;
    this.#waiting.push(message.text);
    this.#characters += message.text.length;
    if (this.#waiting.length > this.#mostWaiting || this.#characters > MOST_WAITING_CHARACTERS) this.end();
    else this.#wake();
  }

  /** Ends it for its reader; what was not read yet is left to its next connection. */
  end(): void {
    this.#ended = true;
    this.#waiting = [];
    this.#wake();
  }

  /** What is waiting, as one text, once there is something; null when it has ended. */
  async take(): Promise<string | null> {
    while (!this.#ended && this.#waiting.length === 0) {
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#wake = resolve;
      await promise;
    }
    if (this.#ended) return null;
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#characters = 0;
    return text;
  }
}

import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { logger } from "#lib/kernel/logger";
import type { MessagePage, PositionedMessage } from "./cursor.ts";
import type { Position } from "./sequence.ts";

export const PAGE = 500;

/** Failed reads are repeated after pauses that double between these limits. */
const MIN_RETRY_MS = 5;
const MAX_RETRY_MS = 1_000;

/** Streams that are written to in one turn of the event loop; between two turns the process does its other work. */
const PER_TURN = 64;

/**
 * Pause per stream after a read, in which the next messages are batched; otherwise many streams would take all of the
 * process's time.
 */
const PACE_MS = 0.01;
const MAX_PACE_MS = 50;

export interface TailSource {
  /** Returns the position after which new messages begin. */
  current(): Promise<Position>;
  /** Returns the messages after a position, newly committed ones included. */
  next(after: Position, limit: number): Promise<MessagePage>;
  /** Returns messages that the tail has already passed. */
  passed(after: Position, limit: number): Promise<MessagePage>;
}

/** What a tail passes new messages to. */
interface Follower {
  /** Takes a page of new messages, in order; `text` is that of all. */
  offer(messages: readonly PositionedMessage[], text: string): void;
  /** Writes what it has taken. */
  flush(): void;
}

/** Reads one account's messages as they arrive and passes them to all of the account's followers in this process. */
export class Tail {
  readonly #source: TailSource;
  readonly #followers = new Set<Follower>();
  /** Followers with unwritten messages, in the order in which they are written. */
  readonly #unwritten = new Set<Follower>();
  #writing = false;
  readonly #poll: NodeJS.Timeout | null;
  #position: Position | null = null;
  #started: Promise<void> | null = null;
  #reading = false;
  #readAgain = false;
  #failures = 0;
  #next: NodeJS.Timeout | null = null;
  /** No further read before this moment (`performance.now()`). */
  #paceUntil = 0;
  #closed = false;

  constructor(source: TailSource, pollMs: number | null) {
    this.#source = source;
    this.#poll = pollMs === null ? null : setInterval(() => void this.#readNew(), pollMs).unref();
  }

  /** Position of the last message read; available once `start` has resolved. */
  get position(): Position {
    if (this.#position === null) throw new Error("The tail was not started");
    return this.#position;
  }

  /** Determines the start position. May be called again, also after a failure. */
  start(): Promise<void> {
    this.#started ??= this.#source.current().then(
      (position) => {
        this.#position = position;
        // Wake-ups during the start were ignored.
        this.wake();
      },
      (error) => {
        this.#started = null;
        throw error;
      },
    );
    return this.#started;
  }

  /** Reads the messages after a position, for a follower that has missed them. */
  read(after: Position, limit: number): Promise<MessagePage> {
    return this.#source.passed(after, limit);
  }

  /** Passes new messages to the follower from now on; the follower stands at `position` or beyond. */
  join(follower: Follower): void {
    this.#followers.add(follower);
  }

  leave(follower: Follower): void {
    this.#followers.delete(follower);
    this.#unwritten.delete(follower);
  }

  /** Reads new messages now. */
  wake(): void {
    this.#failures = 0;
    void this.#readNew();
  }

  /** Stops reading. The followers have ended before. */
  close(): void {
    this.#closed = true;
    if (this.#poll) clearInterval(this.#poll);
    if (this.#next) clearTimeout(this.#next);
  }

  async #readNew(): Promise<void> {
    if (this.#closed || this.#position === null) return;
    if (this.#reading) {
      this.#readAgain = true;
      return;
    }
    this.#reading = true;
    try {
      do {
        const early = this.#paceUntil - performance.now();
        if (early > 1) await pause(early);
        this.#readAgain = false;
        const page = await this.#source.next(this.#position, PAGE);
        if (page.messages.length > 0) this.#pass(page.messages);
        if (page.full) this.#readAgain = true;
      } while (this.#readAgain && !this.#closed);
    } catch (error) {
      logger.warn({ code: (error as { code?: string }).code }, "a stream's messages could not be read");
      this.#retryRead();
    } finally {
      this.#reading = false;
    }
  }

  #pass(messages: PositionedMessage[]): void {
    const text = messages.map((message) => message.text).join("");
    this.#position = messages.at(-1)?.position ?? this.#position;
    // All at once: a follower that joins later has read up to the new position.
    for (const follower of this.#followers) {
      follower.offer(messages, text);
      this.#unwritten.add(follower);
    }
    this.#paceUntil = performance.now() + Math.min(this.#followers.size * PACE_MS, MAX_PACE_MS);
    this.#write().catch((error) => logger.error({ error_name: error.name }, "a stream could not be written to"));
  }

  /** Writes the followers in turn; messages that are read meanwhile go out with those that still wait. */
  async #write(): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    let written = 0;
    try {
      for (const follower of this.#unwritten) {
        this.#unwritten.delete(follower);
        follower.flush();
        if (++written % PER_TURN === 0) await nextTurn();
      }
    } finally {
      this.#writing = false;
    }
  }

  #retryRead(): void {
    if (this.#closed) return;
    const pause = Math.min(MIN_RETRY_MS * 2 ** this.#failures++, MAX_RETRY_MS);
    if (this.#next) clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.#readNew(), pause).unref();
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { logger } from "#lib/kernel/logger";
import type { MessagePage } from "./cursor.ts";
import type { Position } from "./sequence.ts";
import type { Subscriber } from "./subscriber.ts";

export const PAGE = 500;

/** A look that failed is followed by others after pauses that double. */
const FIRST_LOOK_AGAIN_MS = 5;
const LAST_LOOK_AGAIN_MS = 1_000;

/**
 * What one stream's write costs of the process's time, about. After so much for each of its streams a tail looks again:
 * what comes meanwhile is written together, or many streams would take all of the time there is.
 */
const PACE_MS = 0.1;
const LONGEST_PACE_MS = 100;

export interface TailSource {
  /** Where what comes next begins. */
  current(): Promise<Position>;
  /** What lies behind a position, with what has come since. */
  next(after: Position, limit: number): Promise<MessagePage>;
  /** What lies behind a position that the tail has passed. */
  passed(after: Position, limit: number): Promise<MessagePage>;
}

/** Reads one account's rows as they come and hands them to every stream of the account in this process. */
export class Tail {
  readonly #source: TailSource;
  readonly #subscribers = new Set<Subscriber>();
  readonly #poll: NodeJS.Timeout | null;
  #position: Position | null = null;
  #started: Promise<void> | null = null;
  #reading = false;
  #readAgain = false;
  #looks = 0;
  #next: NodeJS.Timeout | null = null;
  /** Before this moment (`performance.now()`) nothing more is written. */
  #paceUntil = 0;
  #closed = false;

  constructor(source: TailSource, pollMs: number | null) {
    this.#source = source;
    this.#poll = pollMs === null ? null : setInterval(() => void this.#look(), pollMs).unref();
  }

  /** How far it has read; known once `start` has resolved. */
  get position(): Position {
    if (this.#position === null) throw new Error("The tail was not started");
    return this.#position;
  }

  /** Finds where it begins. May be called again, also after a failure. */
  start(): Promise<void> {
    this.#started ??= this.#source.current().then(
      (position) => {
        this.#position = position;
        // What was told of meanwhile was not looked for.
        this.wake();
      },
      (error) => {
        this.#started = null;
        throw error;
      },
    );
    return this.#started;
  }

  /** What lies after a position, for who has missed it. */
  read(after: Position, limit: number): Promise<MessagePage> {
    return this.#source.passed(after, limit);
  }

  /** From now on the subscriber gets what comes; the caller has brought it to `position` or beyond. */
  join(subscriber: Subscriber): void {
    this.#subscribers.add(subscriber);
  }

  leave(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
  }

  /** Something was written. */
  wake(): void {
    this.#looks = 0;
    void this.#look();
  }

  close(): void {
    this.#closed = true;
    if (this.#poll) clearInterval(this.#poll);
    if (this.#next) clearTimeout(this.#next);
    for (const subscriber of this.#subscribers) subscriber.end();
  }

  async #look(): Promise<void> {
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
        for (const message of page.messages) {
          this.#position = message.position;
          for (const subscriber of this.#subscribers) subscriber.offer(message);
        }
        for (const subscriber of this.#subscribers) subscriber.flush();
        const pace = Math.min(this.#subscribers.size * PACE_MS, LONGEST_PACE_MS);
        if (page.messages.length > 0) this.#paceUntil = performance.now() + pace;
        if (page.full) this.#readAgain = true;
      } while (this.#readAgain && !this.#closed);
    } catch (error) {
      logger.warn({ code: (error as { code?: string }).code }, "a stream's messages could not be read");
      this.#lookAgain();
    } finally {
      this.#reading = false;
    }
  }

  #lookAgain(): void {
    if (this.#closed) return;
    const pause = Math.min(FIRST_LOOK_AGAIN_MS * 2 ** this.#looks++, LAST_LOOK_AGAIN_MS);
    if (this.#next) clearTimeout(this.#next);
    this.#next = setTimeout(() => void this.#look(), pause).unref();
  }
}

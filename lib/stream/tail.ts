import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import {
  type MessagePage,
  type Position,
  type PositionedMessage,
  readMessages,
  readNewMessages,
  sequenceAll,
} from "./position.ts";

const PAGE = 500;

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

/** How an account's messages are read. */
const READS = { sequenceAll, readMessages, readNewMessages };

/** What a tail passes new messages to. */
interface Follower {
  /** Takes a page of new messages, in order; `text` is that of all. */
  offer(messages: readonly PositionedMessage[], text: string): void;
  /** Writes what it has taken. */
  flush(): void;
}

/** Reads one account's messages as they arrive and passes them to all of the account's followers in this process. */
export class Tail {
  readonly tenant: AccountTenant;
  /** Number of streams that use it, those that are being opened among them: the hub counts. */
  users = 0;
  readonly #reads: typeof READS;
  readonly #followers = new Set<Follower>();
  /** Followers with unwritten messages, in the order in which they are written. */
  readonly #unwritten = new Set<Follower>();
  #writing = false;
  readonly #poll: NodeJS.Timeout | null;
  #position: Position | null = null;
  #started: Promise<void> | null = null;
  #reading = false;
  #readAgain = false;
  #closed = false;

  constructor(tenant: AccountTenant, pollMs: number | null, reads: typeof READS = READS) {
    this.tenant = tenant;
    this.#reads = reads;
    this.#poll = pollMs === null ? null : setInterval(() => this.wake(), pollMs).unref();
  }

  /** Position of the last message read; available once `start` has resolved. */
  get position(): Position {
    if (this.#position === null) throw new Error("The tail was not started");
    return this.#position;
  }

  /** Determines the start position. May be called again, also after a failure. */
  start(): Promise<void> {
    this.#started ??= this.#begin().catch((error) => {
      this.#started = null;
      throw error;
    });
    return this.#started;
  }

  async #begin(): Promise<void> {
    this.#position = await this.#reads.sequenceAll(this.tenant);
    // Wake-ups until now were ignored.
    this.wake();
  }

  /** Reads a page of messages after a position, for a follower that has missed them. */
  read(after: Position): Promise<MessagePage> {
    return this.#reads.readMessages(this.tenant, after, PAGE);
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
    this.#readAgain = true;
    if (!this.#reading && this.#position !== null) void this.#readNew(this.#position);
  }

  /** Stops reading. The followers have ended before. */
  close(): void {
    this.#closed = true;
    if (this.#poll) clearInterval(this.#poll);
  }

  /** Reads until no message is left: one read at a time, and one more after each wake-up in the meantime. */
  async #readNew(from: Position): Promise<void> {
    this.#reading = true;
    let failures = 0;
    for (let after = from; this.#readAgain && !this.#closed; ) {
      this.#readAgain = false;
      try {
        const { messages, full } = await this.#reads.readNewMessages(this.tenant, after, PAGE);
        failures = 0;
        if (full) this.#readAgain = true;
        after = messages.at(-1)?.position ?? after;
        this.#position = after;
        if (messages.length > 0) await this.#pass(messages);
      } catch (error) {
        logger.warn({ code: (error as { code?: string }).code }, "a stream's messages could not be read");
        this.#readAgain = true;
        await pause(Math.min(MIN_RETRY_MS * 2 ** failures++, MAX_RETRY_MS), undefined, { ref: false });
      }
    }
    this.#reading = false;
  }

  /** Passes a page to all followers, and waits as long as the next messages are batched. */
  async #pass(messages: PositionedMessage[]): Promise<void> {
    const text = messages.map((message) => message.text).join("");
    // All at once: a follower that joins later has read up to the new position.
    for (const follower of this.#followers) {
      follower.offer(messages, text);
      this.#unwritten.add(follower);
    }
    this.#write().catch((error) => logger.error({ error_name: error.name }, "a stream could not be written to"));
    const pace = Math.min(this.#followers.size * PACE_MS, MAX_PACE_MS);
    if (pace > 1) await pause(pace);
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
}

import type { Ground } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import type { Feed } from "./feed.ts";
import { KEEP_ALIVE } from "./frame.ts";
import type { Reader } from "./subscriber.ts";
import { type Member, Turns } from "./turns.ts";

/** How often a stream looks whether it may go on. With what is remembered of callers for 2 s, it ends within 5 s. */
const BEAT_MS = 2_500;

/** A comment line every 15 seconds. */
const BEATS_PER_COMMENT = 6;

/** A stream ends by itself after this, so that nobody is served for ever on one check of who they are. */
const LIFE_MS = 30 * 60_000;

/** What is read of a feed. */
type ReadFeed = Pick<Feed, "ended" | "take" | "end">;

const encoder = new TextEncoder();
const COMMENT = encoder.encode(KEEP_ALIVE);

const processTurns = () => singleton("stream-turns", () => new Turns<SseBody>(BEAT_MS));

export interface SseOptions {
  /** Sent at once, so that every proxy on the way opens the stream. */
  opening: string;
  /** Whether who asked may still listen; must not reject. */
  stillAllowed?: ((request: Request) => Promise<boolean>) | undefined;
  /** What who asked may listen by (see endStreams). */
  grounds?: readonly Ground[] | undefined;
  turns?: Turns<SseBody>;
  lifeMs?: number;
}

/**
 * The body of one stream. Hundreds may be open at a time: what each keeps is this object alone, no functions, promises or
 * timers of its own, as these would keep all that was made while the request was answered.
 */
class SseBody implements UnderlyingDefaultSource<Uint8Array>, Reader, Member {
  readonly grounds: readonly Ground[];
  readonly #feed: ReadFeed;
  readonly #request: Request;
  readonly #stillAllowed: SseOptions["stillAllowed"];
  readonly #turns: Turns<SseBody>;
  /** When its life ends, by `performance.now()`. */
  readonly #until: number;
  #beats = 0;
  #open = true;
  /** Null before its start and after its reader has left. */
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #opening: string;

  constructor(feed: ReadFeed, request: Request, options: SseOptions) {
    const { opening, stillAllowed, grounds = [], turns = processTurns(), lifeMs = LIFE_MS } = options;
    this.grounds = grounds;
    this.#feed = feed;
    this.#request = request;
    this.#opening = opening;
    this.#stillAllowed = stillAllowed;
    this.#turns = turns;
    // Spread over a tenth of it: streams that were opened together do not end together.
    this.#until = performance.now() + lifeMs * (0.9 + Math.random() / 10);
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    controller.enqueue(encoder.encode(this.#opening));
    this.#opening = "";
    if (this.#request.signal.aborted) {
      this.end();
      return;
    }
    this.#turns.add(this);
    // Who asked may have lost it while it was opened, and nobody told this stream.
    void this.#ask();
  }

  pull(): void | Promise<void> {
    return this.#feed.take(this);
  }

  cancel(): void {
    this.#controller = null;
    this.end();
  }

  give(text: string | null): void {
    if (text !== null) {
      this.#controller?.enqueue(encoder.encode(text));
      return;
    }
    this.end();
    this.#controller?.close();
  }

  async beat(): Promise<void> {
    // A client that left before the body was read is told of by the signal alone.
    if (this.#feed.ended || this.#request.signal.aborted || performance.now() > this.#until) return this.end();
    // One that has not taken the last bytes needs no comment to know that we are here.
    const takesIt = ++this.#beats % BEATS_PER_COMMENT === 0 && (this.#controller?.desiredSize ?? -1) >= 0;
    if (takesIt) this.#controller?.enqueue(COMMENT);
    await this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#stillAllowed && !(await this.#stillAllowed(this.#request))) this.end();
  }

  /** The feed gives null then, at once or when it is asked for more, and that closes the body. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#turns.delete(this);
    this.#feed.end();
  }
}

/**
 * A feed as a text/event-stream, with a comment line every 15 seconds. It pulls from the feed only what the
 * client takes, and ends the feed when the client leaves, within 5 s after it may no longer listen, or after 30 minutes.
 */
export function sseResponse(feed: ReadFeed, request: Request, options: SseOptions): Response {
  return new Response(new ReadableStream(new SseBody(feed, request, options), { highWaterMark: 0 }), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

/** Ends at once all streams of this process whose callers' grounds are over. */
export function endStreams(isOver: (grounds: readonly Ground[]) => boolean): void {
  for (const stream of processTurns()) if (isOver(stream.grounds)) stream.end();
}

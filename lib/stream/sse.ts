import type { HttpRequest } from "#lib/kernel/http-request";
import type { Ground } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import type { Feed } from "./feed.ts";
import { KEEP_ALIVE } from "./frame.ts";
import type { Reader } from "./subscriber.ts";
import { type Member, Turns } from "./turns.ts";

/**
 * Interval at which a stream checks its authorization. As authorizations are cached for 2 s, a revoked stream ends
 * within 5 s.
 */
const BEAT_MS = 2_500;

/** Sends a comment line every 15 seconds. */
const BEATS_PER_COMMENT = 6;

/** Maximum life of a stream; the client then reconnects and is authenticated again. */
const LIFE_MS = 30 * 60_000;

/** The part of a feed that a response uses. */
type ReadFeed = Pick<Feed, "ended" | "take" | "end">;

const encoder = new TextEncoder();
const COMMENT = encoder.encode(KEEP_ALIVE);

const processTurns = () => singleton("stream-turns", () => new Turns<SseBody>(BEAT_MS));

export interface SseOptions {
  /** Sent at once, so that buffering proxies open the stream. */
  opening: string;
  /** Returns whether the caller is still authorized; must not reject. */
  stillAllowed?: ((request: HttpRequest) => Promise<boolean>) | undefined;
  /** Grounds of the caller's authorization (see endStreams). */
  grounds?: readonly Ground[] | undefined;
  turns?: Turns<SseBody>;
  lifeMs?: number;
}

/**
 * The body of one stream. As hundreds may be open, each keeps only this object: closures, promises or timers of its own
 * would retain everything allocated while the request was answered.
 */
class SseBody implements UnderlyingDefaultSource<Uint8Array>, Reader, Member {
  readonly grounds: readonly Ground[];
  readonly #feed: ReadFeed;
  readonly #request: HttpRequest;
  readonly #stillAllowed: SseOptions["stillAllowed"];
  readonly #turns: Turns<SseBody>;
  /** End of its life, by `performance.now()`. */
  readonly #until: number;
  #beats = 0;
  #open = true;
  /** Null before the start and after the client has disconnected. */
  #controller: ReadableStreamDefaultController<Uint8Array> | null = null;
  #opening: string;

  constructor(feed: ReadFeed, request: HttpRequest, options: SseOptions) {
    const { opening, stillAllowed, grounds = [], turns = processTurns(), lifeMs = LIFE_MS } = options;
    this.grounds = grounds;
    this.#feed = feed;
    this.#request = request;
    this.#opening = opening;
    this.#stillAllowed = stillAllowed;
    this.#turns = turns;
    // Spread over a tenth of the life, so that streams opened together do not end together.
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
    // The authorization may have been revoked while the stream was opening, before `endStreams` could reach it.
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
    // If the client disconnects before the body is read, only the signal says so.
    if (this.#feed.ended || this.#request.signal.aborted || performance.now() > this.#until) return this.end();
    // A client that has not read the last bytes needs no keep-alive.
    const takesIt = ++this.#beats % BEATS_PER_COMMENT === 0 && (this.#controller?.desiredSize ?? -1) >= 0;
    if (takesIt) this.#controller?.enqueue(COMMENT);
    await this.#ask();
  }

  async #ask(): Promise<void> {
    if (this.#stillAllowed && !(await this.#stillAllowed(this.#request))) this.end();
  }

  /** Ends the feed, which then passes null to `give`, at once or at the next pull; that closes the body. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#turns.delete(this);
    this.#feed.end();
  }
}

/**
 * Returns a feed as a text/event-stream response with a comment line every 15 seconds. It pulls from the feed only as
 * fast as the client reads, and ends the feed when the client disconnects, within 5 s after its authorization is
 * revoked, or after 30 minutes.
 */
export function sseResponse(feed: ReadFeed, request: HttpRequest, options: SseOptions): Response {
  return new Response(new ReadableStream(new SseBody(feed, request, options), { highWaterMark: 0 }), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

/** Ends at once all of this process's streams whose grounds of authorization are over. */
export function endStreams(isOver: (grounds: readonly Ground[]) => boolean): void {
  for (const stream of processTurns()) if (isOver(stream.grounds)) stream.end();
}

import type { HttpRequest } from "#lib/kernel/http-request";
import type { Ground } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import type { Reader, StreamFollower } from "./follower.ts";
import { Heartbeat, type Member } from "./heartbeat.ts";

/**
 * Interval at which a stream checks its authorization. As authorizations are cached for 2 s, a revoked stream ends
 * within 5 s.
 */
const BEAT_MS = 2_500;

/** Sends a comment line every 15 seconds. */
const BEATS_PER_COMMENT = 6;

/** Maximum life of a stream; the client then reconnects and is authenticated again. */
const LIFE_MS = 30 * 60_000;

/** The part of a follower that a response uses. */
type ReadFollower = Pick<StreamFollower, "ended" | "take" | "end">;

const encoder = new TextEncoder();
/** Keeps the connection open; clients ignore it. */
const COMMENT = encoder.encode(": keep-alive\n\n");

let lastEncoded = { text: "", bytes: encoder.encode("") };

/** Returns a text's bytes, encoded once for all streams that get it in turn. */
function encoded(text: string): Uint8Array {
  if (text !== lastEncoded.text) lastEncoded = { text, bytes: encoder.encode(text) };
  return lastEncoded.bytes;
}

/** Where a stream's bytes go. */
export interface SseSink {
  /** Sends bytes, and calls `ready` once the client takes more. */
  send(bytes: Uint8Array, ready: () => void): void;
  /** Sends bytes if the client has taken all earlier ones. */
  sendIfIdle(bytes: Uint8Array): void;
  end(): void;
  /** Cuts the stream, so that the client sees that it is not whole. */
  fail(): void;
}

/** Returns the sink of a web stream, which calls `pull` by itself once its reader takes more. */
const webSink = (controller: ReadableStreamDefaultController<Uint8Array>): SseSink => ({
  send: (bytes) => controller.enqueue(bytes),
  sendIfIdle(bytes) {
    if ((controller.desiredSize ?? -1) >= 0) controller.enqueue(bytes);
  },
  end: () => controller.close(),
  fail: () => controller.error(new Error("The stream's messages could not be read")),
});

const processHeartbeat = () => singleton("stream-heartbeat", () => new Heartbeat<SseBody>(BEAT_MS));

export interface SseOptions {
  /** Sent at once, so that buffering proxies open the stream. */
  opening: string;
  /** Returns whether the caller is still authorized; must not reject. */
  stillAllowed?: ((request: HttpRequest) => Promise<boolean>) | undefined;
  /** Grounds of the caller's authorization (see endStreams). */
  grounds?: readonly Ground[] | undefined;
  /** Called once, when the stream has ended. */
  onEnd?: () => void;
  heartbeat?: Heartbeat<SseBody>;
  lifeMs?: number;
}

/**
 * The body of one stream. As hundreds may be open, each keeps only this object: closures, promises or timers of its own
 * would retain everything allocated while the request was answered.
 */
export class SseBody implements UnderlyingDefaultSource<Uint8Array>, Reader, Member {
  readonly #follower: ReadFollower;
  readonly #request: HttpRequest;
  readonly #options: SseOptions;
  readonly #heartbeat: Heartbeat<SseBody>;
  /** End of its life, by `performance.now()`. */
  readonly #until: number;
  #beats = 0;
  #open = true;
  /** Null before the start and after the client has disconnected. */
  #sink: SseSink | null = null;
  /** Empty once it was sent. */
  #opening: string;
  readonly #ready = () => void this.#pullForSink();

  constructor(follower: ReadFollower, request: HttpRequest, options: SseOptions) {
    this.#follower = follower;
    this.#request = request;
    this.#options = options;
    this.#opening = options.opening;
    this.#heartbeat = options.heartbeat ?? processHeartbeat();
    // Spread over a tenth of the life, so that streams opened together do not end together.
    this.#until = performance.now() + (options.lifeMs ?? LIFE_MS) * (0.9 + Math.random() / 10);
  }

  get grounds(): readonly Ground[] {
    return this.#options.grounds ?? [];
  }

  start(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#sink = webSink(controller);
    if (this.#request.signal.aborted) {
      this.end();
      return;
    }
    this.#heartbeat.add(this);
    // The authorization may have been revoked while the stream was opening, before `endStreams` could reach it.
    void this.#ask();
  }

  /** Sends to a sink from now on, in place of the web stream, of which nothing was read. */
  sendTo(sink: SseSink): void {
    this.#sink = sink;
    this.#ready();
  }

  async #pullForSink(): Promise<void> {
    try {
      await this.pull();
    } catch {
      this.#sink?.fail();
    }
  }

  pull(): void | Promise<void> {
    if (this.#opening === "") return this.#follower.take(this);
    const opening = encoder.encode(this.#opening);
    this.#opening = "";
    this.#sink?.send(opening, this.#ready);
  }

  cancel(): void {
    this.#sink = null;
    this.end();
  }

  give(text: string | null): void {
    if (text !== null) {
      this.#sink?.send(encoded(text), this.#ready);
      return;
    }
    this.end();
    this.#sink?.end();
  }

  async beat(): Promise<void> {
    // If the client disconnects before the body is read, only the signal says so.
    if (this.#follower.ended || this.#request.signal.aborted || performance.now() > this.#until) return this.end();
    // A client that has not read the last bytes needs no keep-alive.
    if (++this.#beats % BEATS_PER_COMMENT === 0) this.#sink?.sendIfIdle(COMMENT);
    await this.#ask();
  }

  async #ask(): Promise<void> {
    const { stillAllowed } = this.#options;
    if (stillAllowed && !(await stillAllowed(this.#request))) this.end();
  }

  /** Ends the follower, which then passes null to `give`, at once or at the next pull; that closes the body. */
  end(): void {
    if (!this.#open) return;
    this.#open = false;
    this.#heartbeat.delete(this);
    this.#follower.end();
    this.#options.onEnd?.();
  }
}

const bodies = new WeakMap<Response, SseBody>();

/** Returns the body of a response of `sseResponse`, for our own server to send without a web stream. */
export const sseOf = (response: Response): SseBody | undefined => bodies.get(response);

/**
 * Returns a follower as a text/event-stream response with a comment line every 15 seconds. It pulls from the follower only as
 * fast as the client reads, and ends the follower when the client disconnects, within 5 s after its authorization is
 * revoked, or after 30 minutes.
 */
export function sseResponse(follower: ReadFollower, request: HttpRequest, options: SseOptions): Response {
  const body = new SseBody(follower, request, options);
  const response = new Response(new ReadableStream(body, { highWaterMark: 0 }), {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
  bodies.set(response, body);
  return response;
}

/** Ends at once all of this process's streams whose grounds of authorization are over. */
export function endStreams(isOver: (grounds: readonly Ground[]) => boolean): void {
  for (const stream of processHeartbeat()) if (isOver(stream.grounds)) stream.end();
}

import { KEEP_ALIVE } from "./frame.ts";
import type { Feed } from "./hub.ts";

const KEEP_ALIVE_MS = 15_000;

/** A stream ends by itself after this, so that nobody is served for ever on one check of who they are. */
const LIFE_MS = 30 * 60_000;

export interface SseOptions {
  /** Sent at once, so that every proxy on the way opens the stream. */
  opening: string;
  /** Aborted when the client leaves. */
  signal: AbortSignal;
  /** Asked with every comment line; must not reject. */
  stillAllowed?: (() => Promise<boolean>) | undefined;
  keepAliveMs?: number;
  lifeMs?: number;
}

/**
 * A feed as a text/event-stream, with a comment line every 15 seconds. It pulls from the feed only what the
 * client takes, and ends the feed when the client leaves (told by the request's signal or by the body's
 * cancellation, whichever comes first), when it may no longer listen, or after 30 minutes.
 */
export function sseResponse(feed: Feed, options: SseOptions): Response {
  const { opening, signal, stillAllowed, keepAliveMs = KEEP_ALIVE_MS, lifeMs = LIFE_MS } = options;
  const encoder = new TextEncoder();
  let open = true;
  let controller: ReadableStreamDefaultController<Uint8Array>;

  // Once the feed has ended its next `take` gives null, and that closes the body.
  const end = () => {
    if (!open) return;
    open = false;
    clearInterval(keepAlive);
    clearTimeout(life);
    signal.removeEventListener("abort", end);
    feed.end();
  };
  const beat = async () => {
    if (feed.ended()) return end();
    // A client that has not taken the last bytes needs no comment to know that we are here.
    if ((controller.desiredSize ?? 0) >= 0) controller.enqueue(encoder.encode(KEEP_ALIVE));
    if (stillAllowed && !(await stillAllowed())) end();
  };
  const keepAlive = setInterval(() => void beat(), keepAliveMs).unref();
  // Spread over a tenth of it: streams that were opened together do not end together.
  const life = setTimeout(end, lifeMs * (0.9 + Math.random() / 10)).unref();
  signal.addEventListener("abort", end);

  const body = new ReadableStream<Uint8Array>(
    {
      start(given) {
        controller = given;
        controller.enqueue(encoder.encode(opening));
        if (signal.aborted) end();
      },
      async pull() {
        const text = await feed.take();
        if (text !== null) return controller.enqueue(encoder.encode(text));
        end();
        controller.close();
      },
      cancel: end,
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
    },
  });
}

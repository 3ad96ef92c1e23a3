import { createParser } from "eventsource-parser";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { authorizedFetch } from "#lib/browser/session/authority";
import { reportExpired } from "#lib/browser/session/session-expiry";

/** One message of a text/event-stream. */
export interface ServerSentMessage {
  event: string;
  data: string;
  /** The last id that the stream has sent, including this message's; null before the first. */
  id: string | null;
}

/** `live`: connected. `reconnecting`: being opened, or lost. `offline`: no network, or refused for a while. */
export type StreamState = "live" | "reconnecting" | "offline";

/** Silence after which a connection counts as dead: the server sends a comment every 15 seconds (decisions §8). */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** Consecutive failures that are still shown as reconnecting; after more the state is offline. */
const FAILURES_OFFLINE = 3;

export interface StreamOptions {
  accountId: string;
  /** The id to resume after; null starts with the next message. */
  lastEventId: string | null;
  onMessage: (message: ServerSentMessage) => void;
  /** Called when the stream sends its position without a message. */
  onPlace?: (id: string | null) => void;
  onState: (state: StreamState) => void;
  /** Called after connecting without a known position: data must be read again. */
  onGap: () => void;
  signal: AbortSignal;
  fetch?: typeof authorizedFetch;
  /** Waits for the given milliseconds, or less if a retry becomes worthwhile. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Waits until the time is over, the network is back or the signal is aborted. */
function pauseOrOnline(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    globalThis.addEventListener?.("online", done);
    signal.addEventListener("abort", done);
    if (signal.aborted) done();
  });
}

/** Returns a doubling pause plus up to half of it at random, so that many browsers do not reconnect at once. */
const pauseAfter = (failures: number, least: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(least, FIRST_PAUSE_MS) * 2 ** (failures - 1)) * (1 + Math.random() / 2);

interface ConnectionOptions extends StreamOptions {
  /** Called when the server has accepted the connection. */
  onLive: () => void;
  /** Called with the milliseconds that the server wants between a lost connection and the next one. */
  onRetry: (milliseconds: number) => void;
}

/** Opens one connection and reads it to its end. */
async function readOnce(options: ConnectionOptions) {
  let id = options.lastEventId;
  const parser = createParser({
    onId: (given) => {
      id = given || null;
    },
    onEvent: ({ event = "message", data }) => options.onMessage({ event, data, id }),
    onRetry: options.onRetry,
  });
  const line = new AbortController();
  const watchdog = () => setTimeout(() => line.abort(), SILENCE_MS);
  let silence = watchdog();
  // Without a network the connection may seem open for long, so it is closed at once.
  globalThis.addEventListener?.("offline", () => line.abort(), { signal: line.signal });
  try {
    const response = await (options.fetch ?? authorizedFetch)("/v1/events/stream", {
      headers: {
        accept: "text/event-stream",
        "x-linked-account": options.accountId,
        ...(id === null ? {} : { "last-event-id": id }),
      },
      cache: "no-store",
      signal: AbortSignal.any([options.signal, line.signal]),
    });
    if (!response.ok || !response.body) throw new ApiFailure(response.status, "The stream was refused");
    options.onLive();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = watchdog();
      parser.feed(value);
      options.onPlace?.(id);
    }
  } finally {
    clearTimeout(silence);
    line.abort();
  }
}

/**
 * Follows `GET /v1/events/stream` until the signal is aborted: resumes by `Last-Event-ID` without a gap and reconnects
 * after growing pauses. Uses `fetch`, since an EventSource can't send the `X-Linked-Account` header.
 */
export async function followStream(options: StreamOptions): Promise<void> {
  const { signal, onState } = options;
  const pause = options.pause ?? pauseOrOnline;
  let lastId = options.lastEventId;
  let failures = 0;
  let retry = 0;
  const follow: ConnectionOptions = {
    ...options,
    onLive: () => {
      failures = 0;
      onState("live");
      if (lastId === null) options.onGap();
    },
    onRetry: (milliseconds) => {
      retry = milliseconds;
    },
    onMessage: (message) => {
      lastId = message.id;
      options.onMessage(message);
    },
    onPlace: (id) => {
      if (id === lastId) return;
      lastId = id;
      options.onPlace?.(id);
    },
  };
  onState("reconnecting");
  while (!signal.aborted) {
    try {
      await readOnce({ ...follow, lastEventId: lastId });
      // The server ends a stream regularly to check the session again, so such an end is not shown as a problem.
      failures = 1;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiFailure && error.status === 401) reportExpired();
      failures++;
      const offline = globalThis.navigator?.onLine === false || failures > FAILURES_OFFLINE;
      onState(offline ? "offline" : "reconnecting");
    }
    await pause(pauseAfter(failures, retry), signal);
  }
}

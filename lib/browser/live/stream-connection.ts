import { createParser } from "eventsource-parser";
import { ApiFailure } from "#lib/browser/api/api-failure";
import { authorizedFetch } from "#lib/browser/session/authority";
import { reportExpired } from "#lib/browser/session/session-expiry";

/** One message of a text/event-stream. */
export interface ServerSentMessage {
  event: string;
  data: string;
  /** The last id that the stream has named, this message's included; null before the first. */
  id: string | null;
}

/** `live`: connected. `reconnecting`: lost or not yet there, being opened. `offline`: no network, or refused for a while. */
export type StreamState = "live" | "reconnecting" | "offline";

/** The server sends a comment every 15 seconds (decisions §8); after this much silence the line counts as dead. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
/** So many failures in a row are told as offline. */
const FAILURES_OFFLINE = 3;

export interface StreamOptions {
  accountId: string;
  /** Where to go on; null begins with what comes next. */
  lastEventId: string | null;
  onMessage: (message: ServerSentMessage) => void;
  /** The stream has said where it stands, besides by its messages. */
  onPlace?: (id: string | null) => void;
  onState: (state: StreamState) => void;
  /** Connected without knowing where it left off: what happened meanwhile has to be read anew. */
  onGap: () => void;
  signal: AbortSignal;
  fetch?: typeof authorizedFetch;
  /** Waits so many milliseconds, or less where trying again has become worth it. */
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Waits, but no longer than until the network is back or the signal is aborted. */
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

/** Up to half more than a doubling pause, so that many browsers do not come back in step. */
const pauseAfter = (failures: number, least: number): number =>
  Math.min(MAX_PAUSE_MS, Math.max(least, FIRST_PAUSE_MS) * 2 ** (failures - 1)) * (1 + Math.random() / 2);

interface ConnectionOptions extends StreamOptions {
  /** The server has accepted the connection. */
  onLive: () => void;
  /** The server wants a lost connection to be opened again after so many milliseconds. */
  onRetry: (milliseconds: number) => void;
}

/** One connection, read until it ends. */
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
  // Without a network the line may seem open for long: it is given up at once.
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
 * Follows `GET /v1/events/stream` until the signal is aborted: resumes by `Last-Event-ID` without a gap, and
 * comes back after growing pauses. By `fetch`, since an EventSource can't send the `X-Linked-Account` header.
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
      // The server ends a stream after a while so that the session is checked anew: no reason to alarm anyone.
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

import { ApiFailure } from "#lib/browser/api/api-failure";
import { authorizedFetch } from "#lib/browser/session/authority";
import { reportExpired } from "#lib/browser/session/session-expiry";
import { ServerSentEventParser, type ServerSentMessage } from "./sse-parser.ts";

/** `live`: connected. `reconnecting`: lost or not yet there, being opened. `offline`: no network, or refused for a while. */
export type StreamState = "live" | "reconnecting" | "offline";

/** The server sends a comment every 15 seconds (decisions §8); after this much silence the line counts as dead. */
const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
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
  Math.min(LONGEST_PAUSE_MS, Math.max(least, FIRST_PAUSE_MS) * 2 ** (failures - 1)) * (1 + Math.random() / 2);

/** One connection, read until it ends; `live` is called once the server has taken it. */
async function readOnce(
  options: StreamOptions,
  parser: ServerSentEventParser,
  lastId: string | null,
  live: () => void,
) {
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
        ...(lastId === null ? {} : { "last-event-id": lastId }),
      },
      cache: "no-store",
      signal: AbortSignal.any([options.signal, line.signal]),
    });
    if (!response.ok || !response.body) throw new ApiFailure(response.status, "The stream was refused");
    live();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      clearTimeout(silence);
      silence = watchdog();
      for (const message of parser.push(value)) options.onMessage(message);
      options.onPlace?.(parser.lastEventId);
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
  const follow: StreamOptions = {
    ...options,
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
    const parser = new ServerSentEventParser(lastId);
    try {
      await readOnce(follow, parser, lastId, () => {
        failures = 0;
        onState("live");
        if (lastId === null) options.onGap();
      });
      // The server ends a stream after a while so that the session is checked anew: no reason to alarm anyone.
      failures = 1;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiFailure && error.status === 401) reportExpired();
      failures++;
      const offline = globalThis.navigator?.onLine === false || failures > FAILURES_OFFLINE;
      onState(offline ? "offline" : "reconnecting");
    }
    retry = parser.retry ?? retry;
    await pause(pauseAfter(failures, retry), signal);
  }
}

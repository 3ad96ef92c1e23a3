import { ApiFailure } from "#lib/browser/api/api-failure";
import { transportTo } from "#lib/browser/api/transport";
import { reportExpired } from "#lib/browser/session/session-expiry";
import { type Block, connect } from "#lib/client/package/connection";
import type { Transport } from "#lib/client/package/face.d";

/** One message of a text/event-stream. */
export interface ServerSentMessage {
  event: string;
  data: string;
  /** The last id that the stream has sent, including this message's; null before the first. */
  id: string | null;
}

/** `live`: connected. `reconnecting`: being opened, or lost. `offline`: no network, or refused for a while. */
export type StreamState = "live" | "reconnecting" | "offline";

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
  fetch?: Transport["fetch"];
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

/** Reads one connection to its end, by the code of the typed client. Without a network it is closed at once. */
async function readOnce(options: StreamOptions, on: { open(): void; block(block: Block): void }) {
  const line = new AbortController();
  // The connection may seem open for long.
  globalThis.addEventListener?.("offline", () => line.abort(), { signal: line.signal });
  const signal = AbortSignal.any([options.signal, line.signal]);
  const connection = { lastEventId: options.lastEventId ?? undefined, signal, onOpen: on.open };
  try {
    for await (const block of connect(transportTo(options.accountId, options.fetch), connection)) on.block(block);
  } finally {
    line.abort();
  }
}

/**
 * Statuses that mean that the session of this page has ended. 404 is among them: another tab may have switched to another
 * organization while this page was loading. The browser then sends the new session, which does not know this page's account.
 */
const ENDED: ReadonlySet<number> = new Set([401, 404]);

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
  const on = {
    open: () => {
      failures = 0;
      onState("live");
      if (lastId === null) options.onGap();
    },
    block: ({ id, kind, data, retryMs }: Block) => {
      retry = retryMs ?? retry;
      const isPlace = data === "";
      if (!id || (isPlace && id === lastId)) return;
      lastId = id;
      if (isPlace) options.onPlace?.(id);
      else options.onMessage({ event: kind, data, id });
    },
  };
  onState("reconnecting");
  while (!signal.aborted) {
    try {
      await readOnce({ ...options, lastEventId: lastId }, on);
      // The server ends a stream regularly to check the session again, so such an end is not shown as a problem.
      failures = 1;
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiFailure && ENDED.has(error.status)) reportExpired();
      failures++;
      const offline = globalThis.navigator?.onLine === false || failures > FAILURES_OFFLINE;
      onState(offline ? "offline" : "reconnecting");
    }
    await pause(pauseAfter(failures, retry), signal);
  }
}

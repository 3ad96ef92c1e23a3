import type { Envelope } from "./envelope.ts";

/** `data` by message kind. Browser-safe. */
export interface FramePayloads {
  /** A job's new state (JobMessage of lib/job-record). */
  job: object;
  /** The envelope of an event that the console's inbox received. */
  event: Envelope;
  /** A job's standing after that receipt; shaped like a `job` message, though the job's row has not changed its status. */
  standing: object;
  /** That records of these kinds differ from what was read before: no more, since readers may see different records. */
  changes: { kinds: readonly string[] };
}

export type FrameKind = keyof FramePayloads;

/** Encodes one Server-Sent Event. JSON contains no line breaks, so one `data` line suffices. */
export const encodeMessage = (id: string, kind: FrameKind, payload: unknown): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`;

/** Encodes the start of a stream: the reconnection delay and the current position. */
export const encodeOpening = (id: string, retryMs: number): string => `: connected\nretry: ${retryMs}\nid: ${id}\n\n`;

/** A comment line, which keeps the connection open and which clients ignore. */
export const KEEP_ALIVE = ": keep-alive\n\n";

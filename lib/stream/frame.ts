import type { Envelope } from "./envelope.ts";

/** `data` of each kind of message that a stream sends. Browser-safe. */
export interface FramePayloads {
  /** A job's new state (JobMessage of lib/jobs/record). */
  job: object;
  /** The envelope of an event that the console's own inbox received. */
  event: Envelope;
  /** Where a job stands since that receipt: of the shape of a `job` message, but no change of the job's own state. */
  standing: object;
}

export type FrameKind = keyof FramePayloads;

/** One message of a text/event-stream. JSON has no line breaks of its own, so one `data` line holds it. */
export const encodeMessage = (id: string, kind: FrameKind, payload: unknown): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`;

/** The first bytes of a stream: how long to wait before coming back, and where one stands before any message. */
export const encodeOpening = (id: string, retryMs: number): string => `: connected\nretry: ${retryMs}\nid: ${id}\n\n`;

/** A comment line, which keeps the connection open and means nothing. */
export const KEEP_ALIVE = ": keep-alive\n\n";

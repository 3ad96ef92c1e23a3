import type { Envelope } from "./envelope.ts";

/** `data` of a `job` message: a job has changed its state (decisions §8). */
export interface JobFrame {
  job_id: number;
  /** The operation's id. */
  type: string;
  status: "queued" | "running" | "completed" | "failed" | "cancelled";
  /** 0 before the first attempt. */
  attempt: number;
  /** ISO 8601. */
  at: string;
}

/** `data` of each kind of message that a stream sends. Browser-safe. */
export interface FramePayloads {
  job: JobFrame;
  /** The envelope of an event that the console's own inbox received. */
  event: Envelope;
}

export type FrameKind = keyof FramePayloads;

/** One message of a text/event-stream. JSON has no line breaks of its own, so one `data` line holds it. */
export const encodeMessage = (id: string, kind: FrameKind, payload: unknown): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`;

/** The first bytes of a stream: how long to wait before coming back, and where one stands before any message. */
export const encodeOpening = (id: string, retryMs: number): string => `: connected\nretry: ${retryMs}\nid: ${id}\n\n`;

/** A comment line, which keeps the connection open and means nothing. */
export const KEEP_ALIVE = ": keep-alive\n\n";

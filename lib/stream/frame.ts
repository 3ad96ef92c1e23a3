import type { Envelope } from "./envelope.ts";

/** `data` of a `job` message: a job's new status (decisions §8). */
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

/** `data` by message kind. Browser-safe. */
export interface FramePayloads {
  job: JobFrame;
  /** The envelope of an event that the console's inbox received. */
  event: Envelope;
}

export type FrameKind = keyof FramePayloads;

/** Encodes one Server-Sent Event. JSON contains no line breaks, so one `data` line suffices. */
export const encodeMessage = (id: string, kind: FrameKind, payload: unknown): string =>
  `id: ${id}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`;

/** Encodes the start of a stream: the reconnection delay and the current position. */
export const encodeOpening = (id: string, retryMs: number): string => `: connected\nretry: ${retryMs}\nid: ${id}\n\n`;

/** A comment line, which keeps the connection open and which clients ignore. */
export const KEEP_ALIVE = ": keep-alive\n\n";

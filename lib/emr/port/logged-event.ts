import type { PassedOperation } from "./passed-operation.ts";
import type { EachRead, SyncKind } from "./sync.ts";

/** An event as the EMR's log shows it. */
export interface LoggedEvent {
  /** The EMR's id, by which its repetitions are recognized. */
  id: string;
  /** Such as "payment.created". */
  type: string;
  /** The EMR's own job; null for a change that nobody asked for by an operation. */
  jobId: string | null;
  /** ISO 8601: when the EMR made it. */
  at: string;
  data: Record<string, unknown>;
  /** Whose event it is, by the reference that the EMR has for its account; null if it does not say. */
  reference: string | null;
}

/** A record that changed in the EMR without an operation, as it stands there. */
export interface ReadAnew {
  kind: SyncKind;
  read: EachRead;
}

/** The operation that an event is compared with. */
export type SoughtOperation = Pick<PassedOperation, "method" | "path" | "body">;

/**
 * How an event stands to an operation without an answer. `own`: it is this operation's end, as a record shows that this account
 * reads, or an id that the EMR gives to no other account. `alike`: it names the same, as another account's might. `kind`: it is
 * of this kind and names nothing of the request, or a failure. `other`: it is of something else.
 */
export type EventFit = "own" | "alike" | "kind" | "other";

/** An entry of the log that is not understood, and is set aside. */
export interface UnreadEvent {
  /** Its id, or what identifies it otherwise. */
  id: string;
  /** A sentence without what the entry says. */
  reason: string;
}

/** The events of a log; those that are understood the oldest first. */
export interface LoggedEvents {
  events: LoggedEvent[];
  unread: UnreadEvent[];
}

/** The log of an EMR that keeps its events, so that none is lost which did not arrive. */
export interface EventLog {
  /** The reference that the EMR has for this account; null if that is not known. */
  readonly reference: string | null;
  /** Returns the events since a moment, ISO 8601; further ones may come along. One that is not understood keeps none back. Throws EmrErrors. */
  read(since: string, signal: AbortSignal): Promise<LoggedEvents>;
  /** Returns how an event stands to an operation whose acceptance was lost; the record that it names may be read. Throws EmrErrors. */
  fitOf(event: LoggedEvent, operation: SoughtOperation, signal: AbortSignal): Promise<EventFit>;
  /** Reads the record anew that an event without a job says has changed; null if it names none. Throws EmrErrors. */
  readAnew(event: LoggedEvent, signal: AbortSignal): Promise<ReadAnew | null>;
}

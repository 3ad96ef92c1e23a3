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

/** The log of an EMR that keeps its events, so that none is lost which did not arrive. */
export interface EventLog {
  /** The reference that the EMR has for this account; null if that is not known. */
  readonly reference: string | null;
  /** Returns the events since a moment, ISO 8601, oldest first; further ones may come along. Throws EmrErrors. */
  read(since: string, signal: AbortSignal): Promise<LoggedEvent[]>;
  /** Returns whether an event shows the end of an operation whose acceptance was lost, by what both name. */
  shows(event: LoggedEvent, operation: Pick<PassedOperation, "method" | "path" | "body">): boolean;
  /** Reads the record anew that an event without a job says has changed; null if it names none. Throws EmrErrors. */
  readAnew(event: LoggedEvent, signal: AbortSignal): Promise<ReadAnew | null>;
}

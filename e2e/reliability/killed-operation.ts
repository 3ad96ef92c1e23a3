import type { OperationId } from "#lib/catalog/catalog";
import type { Lane } from "./lane.ts";

type Data = Record<string, unknown>;

/** A write in the EMR's ledger, which inserts or changes a row of `table`. */
interface Write {
  kind: string;
  table: string;
  /** Step of a chain of writes, whose idempotency key the write carries. */
  step?: string;
}

/** An operation whose processes are killed, and the expectations that prove it was done once and completely. */
export interface KilledOperation {
  id: OperationId;
  /** POST if absent. */
  method?: "PATCH";
  /** Path below /v1, with the record ids of the lane. */
  path: string | ((lane: Lane) => Promise<string>);
  /** Table of the simulator that the operation writes or reads; a lock on it stops the EMR at its work. */
  emrTable: string;
  /** The EMR's writes for the operation, in order. */
  writes: Write[];
  /** What must have been done in the deployment before; it is asked for once, and judged as well. */
  first?: KilledOperation;
  /** Changes the EMR's data directly, so that there is something to fetch. */
  change?(lane: Lane, trial: number): Promise<void>;
  /** Table of the simulator in which `change` inserts a row, if operations insert rows there, too. */
  inserts?: string;
  body(trial: number): Data;
  /** Expected events, one text per event as `eventText` formats it; the terminal event is the last. */
  expected(trial: number): string[];
}

import type { Transaction } from "#lib/db/tenant";
import type { EmrConnection } from "#lib/emr/port/port";
import type { CompletedDataOf, FailedDataOf, IdentifiersOf, InputOf, OperationDefinition } from "./operation.ts";

interface Stored<Definition extends OperationDefinition> {
  tx: Transaction;
  tenant: { organizationId: string; linkedAccountId: string };
  jobId: number;
  input: InputOf<Definition>;
  identifiers: IdentifiersOf<Definition>;
  patientMrn: string | null;
  /** The EMR type of the linked account. */
  emrType: string;
}

interface RunContext {
  emr: EmrConnection;
  /** The job's one key. */
  idempotencyKey: string;
  /** A key of the job's own for one of several writes: the same name gives the same key in every attempt. */
  stepKey(step: string): string;
  signal: AbortSignal;
}

/** What a person found out about a job after others had changed its record (decisions §6). */
export interface SettledLate {
  /** Fields that jobs accepted later have set. */
  newerFields: ReadonlySet<string>;
  /** What the record holds from after this place is newer than the job (lib/db/as-of.ts). */
  asOf: number;
}

/** How an operation that writes is completed by what the EMR is found to hold, without being sent again. */
interface Held<Definition extends OperationDefinition, Result> {
  /** Where each step has a key of its own: the one that stands for the whole, and the one that shows that a part is there. */
  steps?: { whole: string; part: string };
  /** What `run` would have given, from the EMR's id of what was written and what is stored here; this or `read`. */
  result?(stored: Stored<Definition>, emrId: string): Promise<Result>;
  /**
   * The same with the EMR's help, where what is stored here does not say all of it; null where the EMR shows nothing whole
   * under that id.
   */
  read?(emrId: string, context: { emr: EmrConnection; signal: AbortSignal }): Promise<Result | null>;
}

/** What a completed operation tells: its success event's `data`, and what happened to single records before it. */
export interface Completion<Data> {
  data: Data;
  also?: { type: string; data: Record<string, unknown> }[];
}

/**
 * What the job runner does for one operation, in three steps that never share a transaction: read what is
 * needed, speak to the EMR, store the outcome. No step publishes anything.
 */
export interface OperationRunner<
  Definition extends OperationDefinition = OperationDefinition,
  Prepared = unknown,
  Result = unknown,
> {
  /** Throws an EmrError of kind `validation` where the operation can no longer be done. */
  prepare(stored: Stored<Definition>): Promise<Prepared>;
  /** May be called again after a crash: the same idempotency key must not write twice. Throws EmrErrors. */
  run(prepared: Prepared, context: RunContext): Promise<Result>;
  /** In the transaction that completes the job: the domain record's change. The data is kept as the job's result. */
  complete(
    stored: Stored<Definition> & { result: Result; settledLate?: SettledLate | undefined },
  ): Promise<Completion<CompletedDataOf<Definition>>>;
  /** Absent where nothing is written: only sending again could tell what came of it. */
  held?: Held<Definition, Result>;
  /**
   * The failure event's data where it is more than the identifiers and `failure_reason`. `refused`: the EMR will
   * never take it, as opposed to an EMR that was away for too long.
   */
  fail?(stored: Stored<Definition> & { reason: string; refused: boolean }): Promise<FailedDataOf<Definition>>;
}

import type { Transaction } from "#lib/db/tenant";
import type { Write } from "#lib/db/write";
import type { EmrConnection, PassedFile, SyncKind } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import type { CompletedDataOf, FailedDataOf, IdentifiersOf, InputOf, OperationDefinition } from "./operation.ts";
import type { PassedOnEnd } from "./passed-on-end.ts";

interface Subject<Definition extends OperationDefinition> {
  tx: Transaction;
  tenant: AccountTenant;
  jobId: number;
  input: InputOf<Definition>;
  identifiers: IdentifiersOf<Definition>;
  patientMrn: string | null;
}

interface Stored<Definition extends OperationDefinition> extends Subject<Definition> {
  /** EMR type of the linked account. */
  emrType: string;
}

interface RunContext {
  emr: EmrConnection;
  /** The job's idempotency key. */
  idempotencyKey: string;
  /** Returns the idempotency key of one of several writes: the same step has the same key in every attempt. */
  stepKey(step: string): string;
  /** The EMR's id of the record of `held.step`, if an earlier attempt wrote it and did not finish; otherwise null. */
  begun: string | null;
  signal: AbortSignal;
}

/** State of a record when a user settles a job after later jobs have changed the record (decisions §6). */
export interface SettledLate {
  /** Fields set by jobs that were accepted later. */
  newerFields: ReadonlySet<string>;
  /** Content of the record with a higher order number is newer than the job (lib/db/as-of.ts). */
  asOf: number;
}

/** How to complete a write that the EMR turns out to have, without sending it again. */
interface Held<Definition extends OperationDefinition, Prepared, Result> {
  /** For operations with several writes: the step whose record shows in `read` whether all were made. */
  step?: string;
  /** True if `run` may reserve something in the EMR before it writes: it is given back once the write is known to be absent. */
  reserves?: true;
  /** Derives the result of `run` from the EMR's id of the written record and the stored data. Alternative to `read`. */
  result?(stored: Stored<Definition>, emrId: string): Promise<Result>;
  /**
   * Reads the result of `run` from the EMR if the stored data does not suffice; null if the EMR has no complete record
   * with this id.
   */
  read?(emrId: string, context: { emr: EmrConnection; signal: AbortSignal }): Promise<Result | null>;
  /**
   * Derives the result of `run` from the EMR's ids of the record and of the one that contains it (`partOf` of the
   * definition), for an EMR that takes operations whole and shows no such record to `read`.
   */
  contained?(emrId: string, parentId: string): Result;
  /**
   * Reads a changed record back from an EMR that keeps no keys of changes. Returns its EMR id and the result of `run` if
   * the record is as the job sets it, otherwise null: then the change may be sent again, as setting a value twice does no
   * harm.
   */
  asWanted?(
    prepared: Prepared,
    context: { emr: EmrConnection; signal: AbortSignal },
  ): Promise<{ emrId: string; result: Result } | null>;
}

/**
 * Events of a completed operation: the `data` of its success event, and events about single records that precede it.
 */
export interface Completion<Data> {
  data: Data;
  also?: { type: string; data: Record<string, unknown> }[];
  /** Rows of the domain record, which are sent with those of the job's end. */
  writes?: readonly Write[];
  /** What the caller must know of the outcome, in sentences without data of a patient; added to the job's warnings. */
  warnings?: readonly string[];
  /** Kinds of records that the operation has read and stored like a sync, with their rows locked (decisions §12). */
  synced?: readonly SyncKind[];
}

/**
 * An operation's implementation for the job runner, in three steps that never share a transaction: read the data, call
 * the EMR, store the outcome. No step publishes events.
 */
export interface OperationRunner<
  Definition extends OperationDefinition = OperationDefinition,
  Prepared = unknown,
  Result = unknown,
> {
  /**
   * Reads alone: a job that is new is prepared before its attempt is certain to begin. Throws an EmrError of kind
   * `validation` if the operation is no longer possible.
   */
  prepare(subject: Subject<Definition>): Promise<Prepared>;
  /** May be called again after a crash: the same idempotency key must not write twice. Throws EmrErrors. */
  run(prepared: Prepared, context: RunContext): Promise<Result>;
  /**
   * Updates the domain record in the transaction that completes the job. The returned data is stored as the job's
   * result. `moved`: the EMR that holds the result is no longer the account's, whose records must stay as they are; only
   * an operation that writes is then completed.
   */
  complete(
    stored: Stored<Definition> & { result: Result; settledLate?: SettledLate | undefined; moved: boolean },
  ): Promise<Completion<CompletedDataOf<Definition>>>;
  /** Returns the file that is sent with the operation to an EMR which takes it whole; left out if it has none. */
  fileOf?(prepared: Prepared): PassedFile;
  /**
   * Derives the result of `run` from the event of an EMR of this same interface, to which the operation was passed on.
   * Undefined if that event carries no values: `run` then reads them. Throws a ZodError for data of another shape.
   */
  fromEvent?(stored: Stored<Definition>, end: PassedOnEnd): Promise<Result>;
  /** Undefined for operations that write nothing: their outcome can only be found by running them again. */
  held?: Held<Definition, Prepared, Result>;
  /**
   * Returns the failure event's data if it has more than the identifiers and `failure_reason`. `refused` is true if the
   * EMR rejected the request for good, false if the EMR was unavailable for too long; `cancelled`, if a person took it back.
   */
  fail?(
    stored: Stored<Definition> & { reason: string; refused: boolean; cancelled: boolean },
  ): Promise<FailedDataOf<Definition>>;
}

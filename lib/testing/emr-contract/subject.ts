import type { EmrCalls } from "#lib/emr/port/calls";
import type { Capability } from "#lib/emr/port/capability";
import type { EmrConnection, SyncKind, WriteOptions } from "#lib/emr/port/port";

/** An EMR that the contract is tested on: its connection, its records, and its faults. */
export interface ContractSubject {
  /** Opens another connection to the same EMR. */
  open(calls: EmrCalls): EmrConnection;
  /** The least number of records of each kind that the connection must show. */
  holds: Partial<Record<SyncKind, number>>;
  /**
   * A write that the EMR accepts, for each capability that writes and is supported. Resolves to the id that the EMR gave
   * it. A connection that passes operations on passes those of every supported capability on, also the reading ones.
   */
  writes: Partial<Record<Capability, (emr: EmrConnection, options: WriteOptions) => Promise<string>>>;
  /** A write that the EMR refuses for good. */
  refused(emr: EmrConnection, options: WriteOptions): Promise<unknown>;
  /** Returns how often the EMR has done the writes under these keys, by its own records. */
  done(idempotencyKeys: string[]): Promise<number>;
  /** Makes the EMR answer no call until it is switched back. */
  outage(on: boolean): Promise<void>;
  /** Makes the EMR do each write and lose its answer until it is switched back. */
  cutAnswers(on: boolean): Promise<void>;
  /** Makes the EMR refuse calls over this limit until it is null again. */
  limit(callsPerMinute: number | null): Promise<void>;
}

import { getTableColumns, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { Transaction } from "#lib/db/tenant";
import type { RowCounts } from "#lib/definitions/replace-rows";
import type { Capability, EmrConnection, FaultyRecord, KnownVisit, SyncedRecords, SyncKind } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import type { Answer } from "./held.ts";

/** The account whose records are stored. */
export interface SyncContext {
  emrType: string;
  capabilities: ReadonlySet<Capability>;
  /** True if a person accepted that a short answer removes records. */
  accepted: boolean;
}

/** Runs `work` in a transaction that fails if another run has taken over. */
export type WithKind = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>;

/** The rows of a kind, which a complete reading removes if it does not return them. */
export interface StoredRows {
  table: PgTable & { id: PgColumn; organizationId: PgColumn; linkedAccountId: PgColumn; setAside: PgColumn };
  /** Column of the EMR's id; rows in which it is null stay. */
  key: PgColumn;
  /** Limits which rows may be removed. */
  removable?: SQL;
  /** Which rows may be parts of a record, `<id>/<part>`; left out if a record is always one row. */
  parts?: SQL;
  /** Columns by which the rows of a cover are found; left out by kinds that are never read by parts. */
  covered?: { patientEhrId: PgColumn; providerEhrId?: PgColumn; startsAt?: PgColumn; category?: PgColumn };
}

/** Returns whether rows keep the order number of their content (lib/db/as-of.ts), as those do that are changed here. */
export const isOrdered = ({ table }: StoredRows): boolean => "asOf" in getTableColumns(table);

/** How the records of one kind are stored. */
export interface SyncedKind<Kind extends SyncKind = SyncKind> {
  kind: Kind;
  /** Null for the settings, which are one record of the account. */
  rows: StoredRows | null;
  /** Returns the EMR's id of a record. */
  idOf(record: SyncedRecords[Kind]): string;
  /** Stores records as the EMR has them, and leaves rows alone that have a higher number than `asOf`. */
  store(
    tx: Transaction,
    tenant: AccountTenant,
    read: { records: SyncedRecords[Kind][]; asOf: number },
    context: SyncContext,
  ): Promise<RowCounts & { held?: Answer | null }>;
  /** Settles what is kept beside the rows, after a reading of all records has removed those that are no more. */
  afterWholeReading?(tx: Transaction, tenant: AccountTenant): Promise<void>;
  /** Returns what can be followed of a record that cannot be stored. */
  knownOf?(record: SyncedRecords[Kind]): KnownVisit;
  /** Lets records that are shown from before, and cannot be read any more, follow what can still be read of them. */
  follow?(tx: Transaction, tenant: AccountTenant, read: { faulty: FaultyRecord[]; asOf: number }): Promise<void>;
  /**
   * Fetches and stores the content that the EMR returns separately from a page's records, before these are stored. Returns the
   * records for which this failed; on the last try also if all of them did, otherwise that counts as an outage. Throws an
   * EmrError of kind `passing`.
   */
  fetchContent?(
    tenant: AccountTenant,
    emr: EmrConnection,
    read: { records: SyncedRecords[Kind][]; isLastTry: boolean },
    withKind: WithKind,
  ): Promise<FaultyRecord[]>;
}

import type { AuditDetail } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { Write } from "#lib/db/write";
import type { Lines } from "#lib/job-record/record-order";
import type { AccountTenant, BookingOffer } from "#lib/kernel/principal";
import type { IdentifiersOf, InputOf, OperationDefinition } from "./operation.ts";
import type { ReceivedFile } from "./received-file.ts";

export interface AcceptingAccount {
  jobId: number;
  /** IANA name of the time zone that defines "today". */
  timezone: string;
}

export interface AcceptContext<Definition extends OperationDefinition> {
  tx: Transaction;
  tenant: AccountTenant;
  /** True for a view that is embedded in a partner's page. */
  isEmbedded: boolean;
  /** What a view `booking` offers: the request may name nothing else. Null for every other caller. */
  offer: BookingOffer | null;
  /** Values of the path parameters. */
  params: Record<string, string>;
  input: InputOf<Definition>;
  /** The request's file; null for an operation without one. */
  file: ReceivedFile | null;
  /**
   * Returns the inputs of the unfinished jobs on the record that the operation changes, in their order. The query is
   * sent when it is called.
   */
  pending(): Promise<Partial<InputOf<Definition>>[]>;
  /**
   * The account's part. Rejects if the account does not accept the operation, which comes before any other refusal.
   * Awaited together with the first queries, these leave in its packet.
   */
  account: Promise<AcceptingAccount>;
}

export interface Accepted<Definition extends OperationDefinition> {
  identifiers: IdentifiersOf<Definition>;
  patientMrn: string | null;
  /** The lines that the job joins, if the request alone does not say which; always of an operation that `schedules`. */
  lines?: Lines;
  /** The changed fields with their values before and after, for the audit log; none of it about the patient's health. */
  changed?: NonNullable<AuditDetail["changed"]>;
  /** The insertion of the domain record; it is sent after the job's. */
  record?: Write;
}

/**
 * Checks a request against the database and prepares its domain record, in the transaction that accepts the operation,
 * which may accept others too. Writes nothing itself but the content of a file, which no packet of rows can carry. Throws a DomainError if a check fails; then nothing is saved.
 */
export type Accept<Definition extends OperationDefinition> = (
  context: AcceptContext<Definition>,
) => Promise<Accepted<Definition>>;

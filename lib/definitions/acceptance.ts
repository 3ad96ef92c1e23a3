import type { Transaction } from "#lib/db/tenant";
import type { Tenant } from "#lib/kernel/principal";
import type { IdentifiersOf, InputOf, OperationDefinition } from "./operation.ts";

export interface AcceptContext<Definition extends OperationDefinition> {
  tx: Transaction;
  tenant: { organizationId: string; linkedAccountId: string } & Tenant;
  jobId: number;
  /** The address's variable parts. */
  params: Record<string, string>;
  input: InputOf<Definition>;
  /** What the jobs of the record that it changes ask for and have not done yet, in their order. Sent when it is called. */
  pending(): Promise<Partial<InputOf<Definition>>[]>;
  /** Of the linked account. */
  emrType: string;
  /** IANA name: "today" is judged in it. */
  timezone: string;
}

export interface Accepted<Definition extends OperationDefinition> {
  identifiers: IdentifiersOf<Definition>;
  patientMrn: string | null;
  /** The domain record's insertion, not sent yet (a query is sent when it is awaited): it leaves with the job's. */
  record?: PromiseLike<unknown>;
}

/**
 * An operation's checks that need the database, and its domain record, in the transaction that accepts it.
 * Throws an ApiError where a check fails; then nothing is saved.
 */
export type Accept<Definition extends OperationDefinition> = (
  context: AcceptContext<Definition>,
) => Promise<Accepted<Definition>>;

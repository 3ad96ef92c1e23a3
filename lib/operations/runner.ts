import type { Transaction } from "#lib/db/tenant";
import type { EmrConnection } from "#lib/emr/port";
import type { CompletedDataOf, IdentifiersOf, InputOf, OperationDefinition } from "./definition.ts";

interface Stored<Definition extends OperationDefinition> {
  tx: Transaction;
  tenant: { organizationId: string; linkedAccountId: string };
  input: InputOf<Definition>;
  identifiers: IdentifiersOf<Definition>;
}

/**
 * What the job runner does for one operation, in three steps that never share a transaction: read what is
 * needed, speak to the EMR, store the outcome. `run` publishes nothing; `complete` gives the success event's data.
 */
export interface OperationRunner<
  Definition extends OperationDefinition = OperationDefinition,
  Prepared = unknown,
  Result extends Record<string, unknown> = Record<string, unknown>,
> {
  /** Throws an EmrError of kind `validation` where the operation can no longer be done. */
  prepare(stored: Stored<Definition>): Promise<Prepared>;
  /** May be called again after a crash: the same idempotency key must not write twice. Throws EmrErrors. */
  run(
    prepared: Prepared,
    context: { emr: EmrConnection; idempotencyKey: string; signal: AbortSignal },
  ): Promise<Result>;
  /** In the transaction that completes the job: the domain record's change, and the event's `data`. */
  complete(stored: Stored<Definition> & { result: Result }): Promise<CompletedDataOf<Definition>>;
}

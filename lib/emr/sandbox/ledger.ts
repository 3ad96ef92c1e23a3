import { rowsOf } from "./query.ts";

/** A write in the simulator's ledger. */
export interface LedgerEntry {
  kind: string;
  /** Id of the record that was written or changed. */
  emr_id: string;
  idempotency_key: string;
}

/** Returns a practice's writes under any of these keys, in their order. */
export const listWrites = (practiceId: string, idempotencyKeys: readonly string[]): Promise<LedgerEntry[]> =>
  rowsOf(
    `SELECT kind, emr_id, idempotency_key FROM sandbox.write
     WHERE practice_id = $1 AND idempotency_key = ANY ($2) ORDER BY written_at, emr_id`,
    practiceId,
    idempotencyKeys,
  );

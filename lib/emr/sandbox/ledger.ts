import { rowsOf } from "./query.ts";

/** A write as the simulator's ledger has it. */
export interface LedgerEntry {
  kind: string;
  /** Of the record that was written or changed. */
  emr_id: string;
  idempotency_key: string;
}

/** What was written to a practice under any of these keys, in the order in which it was. */
export const listWrites = (practiceId: string, idempotencyKeys: readonly string[]): Promise<LedgerEntry[]> =>
  rowsOf(
    `SELECT kind, emr_id, idempotency_key FROM sandbox.write
     WHERE practice_id = $1 AND idempotency_key = ANY ($2) ORDER BY written_at, emr_id`,
    practiceId,
    idempotencyKeys,
  );

import type { PoolClient } from "pg";
import { sandboxTransaction } from "./pool.ts";

/** A write as the simulator's ledger knows it. */
interface Write {
  practiceId: string;
  kind: string;
  /** What the ids of such records begin with: `TXN-`. */
  prefix: string;
  idempotencyKey: string;
}

/**
 * Writes one record, once per idempotency key (decisions §6), and gives its EMR id. The key is taken in the same
 * transaction that writes the record: a call with a key that is taken waits for the first one's end, then gets
 * its id and writes nothing, or, where the first one failed, writes itself.
 */
export function writeOnce(write: Write, record: (client: PoolClient, emrId: string) => Promise<void>): Promise<string> {
  const { practiceId, kind, prefix, idempotencyKey } = write;
  return sandboxTransaction(async (client) => {
    const taken = await client.query<{ emr_id: string }>(
      `INSERT INTO sandbox.write (practice_id, idempotency_key, kind, emr_id)
       VALUES ($1, $2, $3, $4 || nextval('sandbox.record_number'))
       ON CONFLICT (practice_id, idempotency_key) DO NOTHING RETURNING emr_id`,
      [practiceId, idempotencyKey, kind, prefix],
    );
    if (taken.rows[0]) {
      await record(client, taken.rows[0].emr_id);
      return taken.rows[0].emr_id;
    }
    const first = await client.query<{ emr_id: string }>(
      "SELECT emr_id FROM sandbox.write WHERE practice_id = $1 AND idempotency_key = $2",
      [practiceId, idempotencyKey],
    );
    if (!first.rows[0]) throw new Error("An idempotency key was taken and is not there");
    return first.rows[0].emr_id;
  });
}

import type { PoolClient } from "pg";
import { sandboxTransaction } from "./pool.ts";

/** A write of the simulator's ledger. */
interface Write {
  practiceId: string;
  kind: string;
  idempotencyKey: string;
}

/**
 * Claims the key with an EMR id. Returns null if the key is taken, after waiting for a concurrent call that takes it.
 */
async function take(client: PoolClient, write: Write, emrId: { prefix: string } | { id: string }) {
  const value = "id" in emrId ? "$4" : "$4 || nextval('sandbox.record_number')";
  const { rows } = await client.query<{ emr_id: string }>(
    `INSERT INTO sandbox.write (practice_id, idempotency_key, kind, emr_id) VALUES ($1, $2, $3, ${value})
     ON CONFLICT (practice_id, idempotency_key) DO NOTHING RETURNING emr_id`,
    [write.practiceId, write.idempotencyKey, write.kind, "id" in emrId ? emrId.id : emrId.prefix],
  );
  return rows[0]?.emr_id ?? null;
}

/** Returns the EMR id that was written under a key, or null. */
export async function writtenAs(
  client: Pick<PoolClient, "query">,
  { practiceId, idempotencyKey }: Pick<Write, "practiceId" | "idempotencyKey">,
): Promise<string | null> {
  const { rows } = await client.query<{ emr_id: string }>(
    "SELECT emr_id FROM sandbox.write WHERE practice_id = $1 AND idempotency_key = $2",
    [practiceId, idempotencyKey],
  );
  return rows[0]?.emr_id ?? null;
}

async function firstOf(client: PoolClient, write: Write): Promise<string> {
  const first = await writtenAs(client, write);
  if (first === null) throw new Error("An idempotency key was taken and is not there");
  return first;
}

/** Does the same as `writeOnce` within the caller's transaction. */
export async function writeOnceIn(
  client: PoolClient,
  { prefix, ...write }: Write & { prefix: string },
  record: (client: PoolClient, emrId: string) => Promise<void>,
): Promise<string> {
  const emrId = await take(client, write, { prefix });
  if (emrId === null) return firstOf(client, write);
  await record(client, emrId);
  return emrId;
}

/**
 * Writes one record, once per idempotency key (decisions §6), and returns its EMR id, which begins with `prefix`
 * (`TXN-`). The transaction that writes the record also claims the key: a second call waits for the first, then returns
 * its id without writing, or writes itself if the first failed.
 */
export const writeOnce = (
  write: Write & { prefix: string },
  record: (client: PoolClient, emrId: string) => Promise<void>,
): Promise<string> => sandboxTransaction((client) => writeOnceIn(client, write, record));

/** Changes a record once per idempotency key; the ledger stores the record's id. */
export function changeOnce(
  { emrId, ...write }: Write & { emrId: string },
  change: (client: PoolClient) => Promise<void>,
): Promise<void> {
  return sandboxTransaction(async (client) => {
    if ((await take(client, write, { id: emrId })) !== null) await change(client);
  });
}

/** Rolls back the claim of a look-up. */
class NotHeld extends Error {}

/**
 * Returns the EMR id written under a key, after waiting for a concurrent call, or null. Claims the key during the
 * look-up and releases it.
 */
export async function findWrite(practiceId: string, idempotencyKey: string): Promise<string | null> {
  const write = { practiceId, idempotencyKey, kind: "look_up" };
  try {
    return await sandboxTransaction(async (client) => {
      if ((await take(client, write, { id: "" })) !== null) throw new NotHeld();
      return firstOf(client, write);
    });
  } catch (error) {
    if (error instanceof NotHeld) return null;
    throw error;
  }
}

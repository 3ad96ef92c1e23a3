import type { PoolClient } from "pg";
import { sandboxTransaction } from "./pool.ts";

/** A write as the simulator's ledger knows it. */
interface Write {
  practiceId: string;
  kind: string;
  idempotencyKey: string;
}

/** Takes the key with an EMR id; null where it is taken already. Waits for the end of a call that is taking it. */
async function take(client: PoolClient, write: Write, emrId: { prefix: string } | { id: string }) {
  const value = "id" in emrId ? "$4" : "$4 || nextval('sandbox.record_number')";
  const { rows } = await client.query<{ emr_id: string }>(
    `INSERT INTO sandbox.write (practice_id, idempotency_key, kind, emr_id) VALUES ($1, $2, $3, ${value})
     ON CONFLICT (practice_id, idempotency_key) DO NOTHING RETURNING emr_id`,
    [write.practiceId, write.idempotencyKey, write.kind, "id" in emrId ? emrId.id : emrId.prefix],
  );
  return rows[0]?.emr_id ?? null;
}

async function firstOf(client: PoolClient, { practiceId, idempotencyKey }: Write): Promise<string> {
  const first = await client.query<{ emr_id: string }>(
    "SELECT emr_id FROM sandbox.write WHERE practice_id = $1 AND idempotency_key = $2",
    [practiceId, idempotencyKey],
  );
  if (!first.rows[0]) throw new Error("An idempotency key was taken and is not there");
  return first.rows[0].emr_id;
}

/** `writeOnce` as a part of the caller's transaction. */
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
 * Writes one record, once per idempotency key (decisions §6), and gives its EMR id, which begins with `prefix`
 * (`TXN-`). The key is taken in the same transaction that writes the record: a call with a key that is taken waits
 * for the first one's end, then gets its id and writes nothing, or, where the first one failed, writes itself.
 */
export const writeOnce = (
  write: Write & { prefix: string },
  record: (client: PoolClient, emrId: string) => Promise<void>,
): Promise<string> => sandboxTransaction((client) => writeOnceIn(client, write, record));

/** Changes a record that stands in the EMR, once per idempotency key; the ledger names it by the record's id. */
export function changeOnce(
  { emrId, ...write }: Write & { emrId: string },
  change: (client: PoolClient) => Promise<void>,
): Promise<void> {
  return sandboxTransaction(async (client) => {
    if ((await take(client, write, { id: emrId })) !== null) await change(client);
  });
}

/** Undoes what a look-up took. */
class NotHeld extends Error {}

/**
 * The EMR id that was written under a key, after the end of a call that is taking it; null where there is none. The key is
 * taken for the length of the look, and given back.
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

import type { QueryResultRow } from "pg";
import { sendIn, type Transaction } from "#lib/db/door";
import { onQueue } from "#lib/queue/on-queue";
import type { Payloads } from "#lib/queue/queues";
import { ENTERED } from "#lib/queue/statements";

type WorkPayload = Payloads["operations" | "deliveries" | "mails"];

interface Row extends QueryResultRow {
  key: string;
}

/**
 * Returns the key by which work is found among the queue entries. It begins with the organization: one that was moved
 * here brings its job numbers with it, which another organization may have as well.
 */
function keyOf(payload: WorkPayload): string {
  const { organizationId } = payload;
  if ("jobId" in payload) return `${organizationId}/${payload.jobId}`;
  return `${organizationId}/${"deliveryId" in payload ? payload.deliveryId : payload.mailId}`;
}

/** Returns a check whether work has a queue entry; as the transaction sees the queue, if one is passed. */
export async function entered(
  all: readonly WorkPayload[],
  tx?: Transaction,
): Promise<(payload: WorkPayload) => boolean> {
  if (all.length === 0) return () => false;
  const values = [JSON.stringify(all.map(keyOf))];
  const rows = tx ? (await sendIn<Row>(tx, { text: ENTERED, values })).rows : await onQueue<Row>(ENTERED, values);
  const keys = new Set(rows.map(({ key }) => key));
  return (payload) => keys.has(keyOf(payload));
}

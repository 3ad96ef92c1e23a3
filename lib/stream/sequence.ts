import { eq, sql } from "drizzle-orm";
import type { Tenant } from "#lib/core/principal";
import { commitNext, sendIn } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { streamHead } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";

/**
 * A place in an account's messages, and on the wire a message's id. A message has its position from when it was first read,
 * which is after its commit: those that were read lie before all that come.
 */
export type Position = bigint;

export type AccountTenant = Tenant & { linkedAccountId: string };

/** Messages that one transaction sequences where there are many. */
const BATCH = 2_000;

/** A position that a client was told of must outlast a crash of PostgreSQL, whatever the server's own setting is. */
const DURABLE = "SET LOCAL synchronous_commit = on";

/** Locks the account's head where there is anything to sequence. Parameters: organization, linked account. */
const LOCK_HEAD = `
  INSERT INTO stream_head (organization_id, linked_account_id)
  SELECT $1::uuid, $2::uuid
  WHERE EXISTS (SELECT FROM stream_message WHERE linked_account_id = $2::uuid AND position IS NULL)
  ON CONFLICT (linked_account_id) DO UPDATE SET position = stream_head.position`;

/** Parameters: linked account, how many at most. A statement of its own, as it must see what others did under the lock. */
const SEQUENCE = `
  WITH next AS (
    SELECT seq, row_number() OVER (ORDER BY seq) AS place FROM (
      SELECT seq FROM stream_message WHERE linked_account_id = $1 AND position IS NULL ORDER BY seq LIMIT $2) found),
  head AS (
    UPDATE stream_head SET position = position + (SELECT count(*) FROM next)
    WHERE linked_account_id = $1 AND EXISTS (SELECT FROM next)
    RETURNING position - (SELECT count(*) FROM next) AS before)
  UPDATE stream_message m SET position = head.before + next.place FROM next, head
  WHERE m.linked_account_id = $1 AND m.position IS NULL AND m.seq = next.seq`;

/**
 * Gives the account's committed messages that have no position yet, `most` at a time, the next ones in the order in which
 * they were written; gives how many they were. Sent at once: the transaction is to end in the same packet, so that nobody
 * who is held up holds the account's head.
 */
export async function sequence(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  most: number,
): Promise<number> {
  const [, , sequenced] = await Promise.all([
    sendIn(tx, { text: DURABLE }),
    sendIn(tx, { text: LOCK_HEAD, values: [organizationId, linkedAccountId] }),
    sendIn(tx, { text: SEQUENCE, values: [linkedAccountId, most] }),
  ]);
  return sequenced.rowCount ?? 0;
}

const headOf = prepared((tx) =>
  tx
    .select({ position: streamHead.position })
    .from(streamHead)
    .where(eq(streamHead.linkedAccountId, sql.placeholder("account"))),
);

/**
 * Sequences all that an account has written by now and gives the last position: where a stream begins that has nothing to
 * resume.
 */
export async function sequenceAll(tenant: AccountTenant): Promise<Position> {
  for (;;) {
    const [sequenced, [head]] = await withTenant(tenant, (tx) => {
      commitNext(tx);
      return Promise.all([sequence(tx, tenant, BATCH), headOf(tx).execute({ account: tenant.linkedAccountId })]);
    });
    if (sequenced < BATCH) return head?.position ?? 0n;
  }
}

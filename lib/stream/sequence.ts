import { eq, sql } from "drizzle-orm";
import { commitNext, sendIn } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { streamHead } from "#lib/db/schema";
import { type Transaction, withTenant } from "#lib/db/tenant";
import type { Tenant } from "#lib/kernel/principal";

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

/**
 * Lets one at a time sequence an account's messages, where there are any: who waited sees what the one before did, and then
 * writes nothing. Parameters: linked account.
 */
const TAKE_TURN = `
  SELECT pg_advisory_xact_lock(hashtextextended('stream/' || $1, 0))
  WHERE EXISTS (
    SELECT FROM stream_message WHERE linked_account_id = $1::uuid AND position IS NULL ORDER BY seq LIMIT 1)`;

/**
 * Moves the head on and gives the positions between. The head's row is locked from then on, so that those of one
 * transaction are visible before any later one is given. Parameters: organization, linked account, how many at most.
 */
const SEQUENCE = `
  WITH next AS (
    SELECT row, row_number() OVER (ORDER BY seq) AS place FROM (
      SELECT ctid AS row, seq FROM stream_message WHERE linked_account_id = $2 AND position IS NULL ORDER BY seq LIMIT $3) found),
  head AS (
    INSERT INTO stream_head (organization_id, linked_account_id, position)
    SELECT $1, $2, count(*) FROM next HAVING count(*) > 0
    ON CONFLICT (linked_account_id) DO UPDATE SET position = stream_head.position + excluded.position
    RETURNING position)
  UPDATE stream_message m SET position = head.position - (SELECT count(*) FROM next) + next.place FROM next, head
  WHERE m.ctid = next.row AND m.position IS NULL`;

/**
 * Gives the account's committed messages that have no position yet, `most` at a time, the next ones in the order in which
 * they were written; gives how many they were. Sent at once: the transaction is to end in the same packet, so that no
 * process that hangs holds up the others.
 */
export async function sequence(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  most: number,
): Promise<number> {
  const [, , sequenced] = await Promise.all([
    sendIn(tx, { text: DURABLE }),
    sendIn(tx, { text: TAKE_TURN, values: [linkedAccountId] }),
    sendIn(tx, { text: SEQUENCE, values: [organizationId, linkedAccountId, most] }),
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

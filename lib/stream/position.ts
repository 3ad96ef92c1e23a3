import { and, asc, eq, gt, sql } from "drizzle-orm";
import { commitNext, sendIn } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { streamHead, streamMessage } from "#lib/db/schema";
import { readTenantAtOnce, type Transaction, withTenant } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";

/**
 * A message's position among an account's messages, and its id on the wire. It is assigned when the message is first
 * read, hence after its commit: messages read earlier always have lower positions than later ones.
 */
export type Position = bigint;

/** Parses a `Last-Event-ID`; null if it is not a position. */
export const parsePosition = (text: string): Position | null => (/^\d{1,30}$/.test(text) ? BigInt(text) : null);

/**
 * Returns the position after which a stream resumes. An id beyond the head (possible after a restored backup) resumes
 * at the head.
 */
export const resumeAfter = (id: Position, head: Position): Position => (id <= head ? id : head);

/** Maximum messages that one transaction of `sequenceAll` sequences. */
const BATCH = 2_000;

/** A position sent to a client must survive a crash of PostgreSQL, regardless of the server's settings. */
const DURABLE = "SET LOCAL synchronous_commit = on";

/**
 * Serializes the sequencing of an account, if any message lacks a position: a waiting transaction then sees the other's
 * positions and writes nothing. Parameters: linked account, organization.
 */
const LOCK_ACCOUNT = `
  SELECT pg_advisory_xact_lock(hashtextextended('stream/' || $1, 0))
  WHERE EXISTS (
    SELECT FROM stream_message WHERE organization_id = $2 AND linked_account_id = $1::uuid AND position IS NULL
    ORDER BY seq LIMIT 1)`;

/**
 * Advances the head and assigns the positions in between. The head's row stays locked, so that one transaction's
 * positions are visible before later ones are assigned. The positions begin above the one that the reader has passed: a
 * database that lost commits has a lower head, and the messages would stand behind the reader. Parameters: organization,
 * linked account, limit, passed position.
 */
const SEQUENCE = `
  WITH next AS (
    SELECT row, row_number() OVER (ORDER BY seq) AS place FROM (
      SELECT ctid AS row, seq FROM stream_message
      WHERE organization_id = $1 AND linked_account_id = $2 AND position IS NULL ORDER BY seq LIMIT $3) found),
  head AS (
    INSERT INTO stream_head (organization_id, linked_account_id, position)
    SELECT $1, $2, $4::bigint + count(*) FROM next HAVING count(*) > 0
    ON CONFLICT (organization_id, linked_account_id)
      DO UPDATE SET position = GREATEST(stream_head.position, $4::bigint) + (SELECT count(*) FROM next)
    RETURNING position)
  UPDATE stream_message m SET position = head.position - (SELECT count(*) FROM next) + next.place FROM next, head
  WHERE m.organization_id = $1 AND m.ctid = next.row AND m.position IS NULL`;

/** Raises the head to a position, unless it is there. Parameters: organization, linked account, position. */
const RAISE = `
  INSERT INTO stream_head (organization_id, linked_account_id, position) VALUES ($1, $2, $3)
  ON CONFLICT (organization_id, linked_account_id)
    DO UPDATE SET position = GREATEST(stream_head.position, excluded.position)`;

/** Keeps positions from being assigned again that clients already have, in a database that lost commits. */
export async function raiseHead({ organizationId, linkedAccountId }: AccountTenant, position: Position): Promise<void> {
  await withTenant({ organizationId, linkedAccountId }, (tx) =>
    sendIn(tx, { text: RAISE, values: [organizationId, linkedAccountId, String(position)] }),
  );
}

/**
 * Assigns positions above `passed` to at most `limit` of the account's committed messages without one, in the order in
 * which they were written, and returns their number. Sends its statements at once; the caller commits in the same packet, so that a
 * hanging process does not block the others.
 */
export async function sequence(
  tx: Transaction,
  { organizationId, linkedAccountId }: AccountTenant,
  limit: number,
  passed: Position = 0n,
): Promise<number> {
  const [, , sequenced] = await Promise.all([
    sendIn(tx, { text: DURABLE }),
    sendIn(tx, { text: LOCK_ACCOUNT, values: [linkedAccountId, organizationId] }),
    sendIn(tx, { text: SEQUENCE, values: [organizationId, linkedAccountId, limit, String(passed)] }),
  ]);
  return sequenced.rowCount ?? 0;
}

const headOf = prepared((tx) =>
  tx
    .select({ position: streamHead.position })
    .from(streamHead)
    .where(eq(streamHead.linkedAccountId, sql.placeholder("account"))),
);

/** Sequences all of an account's messages and returns the last position, where a new stream begins. */
export async function sequenceAll(tenant: AccountTenant): Promise<Position> {
  for (;;) {
    const [sequenced, [head]] = await withTenant(tenant, (tx) => {
      commitNext(tx);
      return Promise.all([sequence(tx, tenant, BATCH), headOf(tx).execute({ account: tenant.linkedAccountId })]);
    });
    if (sequenced < BATCH) return head?.position ?? 0n;
  }
}

export interface PositionedMessage {
  position: Position;
  /** The encoded Server-Sent Event. */
  text: string;
}

export interface MessagePage {
  messages: PositionedMessage[];
  /** Whether the page reached the limit, so that more messages may follow. */
  full: boolean;
}

const behind = prepared((tx) =>
  tx
    .select({
      position: sql<string>`${streamMessage.position}`,
      kind: streamMessage.kind,
      payload: streamMessage.payload,
    })
    .from(streamMessage)
    .where(
      and(
        eq(streamMessage.linkedAccountId, sql.placeholder("account")),
        gt(streamMessage.position, sql`${sql.placeholder("after")}::bigint`),
      ),
    )
    .orderBy(asc(streamMessage.position))
    .limit(sql.placeholder("limit")),
);

async function page(tx: Transaction, account: string, after: Position, limit: number): Promise<MessagePage> {
  const rows = await behind(tx).execute({ account, after: String(after), limit });
  const messages = rows.map(({ position, kind, payload }) => ({
    position: BigInt(position),
    // JSON contains no line breaks, so one `data` line suffices.
    text: `id: ${position}\nevent: ${kind}\ndata: ${JSON.stringify(payload)}\n\n`,
  }));
  return { messages, full: messages.length === limit };
}

/** Returns an account's messages after a position, in order; messages without a position yet are not included. */
export const readMessages = (tenant: AccountTenant, after: Position, limit: number): Promise<MessagePage> =>
  readTenantAtOnce(tenant, (tx) => page(tx, tenant.linkedAccountId, after, limit));

/**
 * As `readMessages`, but first assigns positions to the messages committed since, in the same packet. Returns only
 * messages that are safe on the disk.
 */
export const readNewMessages = (tenant: AccountTenant, after: Position, limit: number): Promise<MessagePage> =>
  withTenant(tenant, async (tx) => {
    commitNext(tx);
    // The same limit for both: if the page is not full, no message is left without a position.
    const [, read] = await Promise.all([
      sequence(tx, tenant, limit, after),
      page(tx, tenant.linkedAccountId, after, limit),
    ]);
    return read;
  });

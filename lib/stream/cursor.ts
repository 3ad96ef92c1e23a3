import { and, asc, eq, sql } from "drizzle-orm";
import type { Tenant } from "#lib/core/principal";
import { streamMessage } from "#lib/db/schema";
import { readTenantAtOnce } from "#lib/db/tenant";
import { encodeMessage } from "./frame.ts";

/**
 * A place in an account's messages, and on the wire a message's id: the transaction's number followed by ten
 * digits of the row's (enough for ten thousand million messages), so that ids are whole numbers that grow.
 */
export type Position = bigint;

const SEQ_RANGE = 10n ** 10n;
const MOST_XID = 2n ** 64n - 1n;

const positionOf = (xid: bigint, seq: bigint): Position => xid * SEQ_RANGE + seq;

/** The position that a `Last-Event-ID` names; null where it is none of ours. */
export function parsePosition(text: string): Position | null {
  if (!/^\d{1,30}$/.test(text)) return null;
  const position = BigInt(text);
  return position / SEQ_RANGE <= MOST_XID ? position : null;
}

export interface PositionedMessage {
  position: Position;
  /** As it is sent. */
  text: string;
}

export interface MessagePage {
  messages: PositionedMessage[];
  /** Whether the limit cut it: more can be read at once. */
  full: boolean;
  /** Whether there are messages that must wait for an older transaction to end. */
  held: boolean;
}

type AccountTenant = Tenant & { linkedAccountId: string };

/**
 * An account's messages after a position, in order. Rows are taken only from transactions older than every
 * running one: whatever commits later sorts behind them, so a reader that moves on never leaves a gap. A long
 * write anywhere in the cluster therefore holds messages back for as long as it runs.
 */
export async function readMessages(tenant: AccountTenant, after: Position, limit: number): Promise<MessagePage> {
  const settled = sql<boolean>`${streamMessage.xid} < pg_snapshot_xmin(pg_current_snapshot())`;
  const rows = await readTenantAtOnce(tenant, (tx) =>
    tx
      .select({
        xid: streamMessage.xid,
        seq: streamMessage.seq,
        kind: streamMessage.kind,
        payload: streamMessage.payload,
        settled,
      })
      .from(streamMessage)
      .where(
        and(
          eq(streamMessage.linkedAccountId, tenant.linkedAccountId),
          sql`(${streamMessage.xid}, ${streamMessage.seq}) > (${String(after / SEQ_RANGE)}::xid8, ${String(after % SEQ_RANGE)}::bigint)`,
        ),
      )
      .orderBy(asc(streamMessage.xid), asc(streamMessage.seq))
      .limit(limit),
  );
  const messages = rows
    .filter((row) => row.settled)
    .map((row) => {
      const position = positionOf(BigInt(row.xid), BigInt(row.seq));
      return { position, text: encodeMessage(String(position), row.kind, row.payload) };
    });
  return { messages, full: messages.length === limit, held: messages.length < rows.length };
}

/** Where a stream begins that has nothing to resume: after everything that was settled by now. */
export async function currentPosition(tenant: AccountTenant): Promise<Position> {
  const { rows } = await readTenantAtOnce(tenant, (tx) =>
    tx.execute<{ xid: string }>(sql`SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid`),
  );
  return positionOf(BigInt(rows[0]?.xid ?? 0), 0n);
}

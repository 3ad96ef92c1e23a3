import { and, asc, eq, gt, sql } from "drizzle-orm";
import { commitNext } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { streamMessage } from "#lib/db/schema";
import { readTenantAtOnce, type Transaction, withTenant } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { encodeMessage } from "./frame.ts";
import { type Position, sequence } from "./sequence.ts";

/** Parses a `Last-Event-ID`; null if it is not a position. */
export const parsePosition = (text: string): Position | null => (/^\d{1,30}$/.test(text) ? BigInt(text) : null);

/**
 * Returns the position after which a stream resumes. An id beyond the head (possible after a restored backup) resumes
 * at the head.
 */
export const resumeAfter = (id: Position, head: Position): Position => (id <= head ? id : head);

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
    text: encodeMessage(position, kind, payload),
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

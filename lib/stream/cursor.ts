import { and, asc, eq, gt, sql } from "drizzle-orm";
import { commitNext } from "#lib/db/door";
import { prepared } from "#lib/db/prepared";
import { streamMessage } from "#lib/db/schema";
import { readTenantAtOnce, type Transaction, withTenant } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import { encodeMessage } from "./frame.ts";
import { type Position, sequence } from "./sequence.ts";

/** The id that a `Last-Event-ID` is; null where it is none of ours. */
export const parsePosition = (text: string): Position | null => (/^\d{1,30}$/.test(text) ? BigInt(text) : null);

/**
 * Returns where a stream goes on after an id: at the head after an id that the account has not reached, as its database was
 * restored.
 */
export const resumeAfter = (id: Position, head: Position): Position => (id <= head ? id : head);

export interface PositionedMessage {
  position: Position;
  /** As it is sent. */
  text: string;
}

export interface MessagePage {
  messages: PositionedMessage[];
  /** Whether the limit cut it: more can be read at once. */
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

/** An account's messages behind a position, in order, as far as they have theirs. */
export const readMessages = (tenant: AccountTenant, after: Position, limit: number): Promise<MessagePage> =>
  readTenantAtOnce(tenant, (tx) => page(tx, tenant.linkedAccountId, after, limit));

/**
 * As `readMessages`, with those that were committed since: one packet, which sequences and reads them. Gives what is safe on
 * the disk alone.
 */
export const readNewMessages = (tenant: AccountTenant, after: Position, limit: number): Promise<MessagePage> =>
  withTenant(tenant, async (tx) => {
    commitNext(tx);
    // No more are sequenced than are read: where the page is not full, nothing is left.
    const [, read] = await Promise.all([sequence(tx, tenant, limit), page(tx, tenant.linkedAccountId, after, limit)]);
    return read;
  });

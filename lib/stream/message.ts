import { insertRow } from "#lib/db/insert-row";
import { streamMessage } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import type { AccountTenant } from "#lib/kernel/principal";
import type { FrameKind, FramePayloads } from "./frame.ts";

/**
 * Appends a message to an account's streams, in the caller's transaction. The caller calls `wakeStreams` after the
 * commit; without it the streams find the message at their next poll.
 */
export async function appendStreamMessage<Kind extends FrameKind>(
  tx: Transaction,
  tenant: AccountTenant,
  kind: Kind,
  payload: FramePayloads[Kind],
): Promise<void> {
  const { organizationId, linkedAccountId } = tenant;
  await insertRow(tx, streamMessage, { organizationId, linkedAccountId, kind, payload: { ...payload } });
}

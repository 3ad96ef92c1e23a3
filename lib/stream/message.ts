import { streamMessage } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto, sendWrites, type Write } from "#lib/db/write";
import type { AccountTenant } from "#lib/kernel/principal";
import type { FrameKind, FramePayloads } from "./frame.ts";

/**
 * Returns the writing of a message for an account's streams. The caller calls `wakeStreams` after the commit; without it
 * the streams find the message at their next poll.
 */
export const messageOf = <Kind extends FrameKind>(
  { organizationId, linkedAccountId }: AccountTenant,
  kind: Kind,
  payload: FramePayloads[Kind],
): Write => insertInto(streamMessage, { organizationId, linkedAccountId, kind, payload: { ...payload } });

/** Appends a message to an account's streams in the caller's transaction (see `messageOf`). */
export const appendStreamMessage = <Kind extends FrameKind>(
  tx: Transaction,
  tenant: AccountTenant,
  kind: Kind,
  payload: FramePayloads[Kind],
): Promise<void> => sendWrites(tx, [messageOf(tenant, kind, payload)]);

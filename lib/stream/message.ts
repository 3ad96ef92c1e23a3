import { type Listener, listenOn, type OnWake } from "#lib/db/listener";
import { notifierOf } from "#lib/db/notifier";
import { streamMessage } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto, sendWrites, type Write } from "#lib/db/write";
import type { AccountTenant } from "#lib/kernel/principal";
import type { Envelope } from "./envelope.ts";

// A message's way to an open stream: it is written here with what it tells of, `wakeStreams` says so to every process,
// the account's `Tail` reads it in its order (`position.ts`) and passes it to each `StreamFollower`, whose response
// (`sse.ts`) sends it as fast as its client reads.

/** `data` by message kind. */
interface Payloads {
  /** A job's new state (JobMessage of lib/job-record). */
  job: object;
  /** The envelope of an event that the console's inbox received. */
  event: Envelope;
  /** A job's standing after that receipt; shaped like a `job` message, though the job's row has not changed its status. */
  standing: object;
  /** That records of these kinds differ from what was read before: no more, since readers may see different records. */
  changes: { kinds: readonly string[] };
}

/**
 * Returns the writing of a message for an account's streams. The caller calls `wakeStreams` after the commit; without it
 * the streams find the message at their next poll.
 */
export const messageOf = <Kind extends keyof Payloads>(
  { organizationId, linkedAccountId }: AccountTenant,
  kind: Kind,
  payload: Payloads[Kind],
): Write => insertInto(streamMessage, { organizationId, linkedAccountId, kind, payload: { ...payload } });

/** Appends a message to an account's streams in the caller's transaction (see `messageOf`). */
export const appendStreamMessage = <Kind extends keyof Payloads>(
  tx: Transaction,
  tenant: AccountTenant,
  kind: Kind,
  payload: Payloads[Kind],
): Promise<void> => sendWrites(tx, [messageOf(tenant, kind, payload)]);

/** The notification channel; its payloads are linked account ids, 32 hex digits each. */
const WAKE_CHANNEL = "crc_stream";

/** Nobody sees this delay, and an operation has four messages: half as many notifications as at 20 ms. */
const NOTIFY_INTERVAL_MS = 50;

/**
 * Notifies every process that an account's streams have new messages. Call it after the commit, never within a
 * transaction. Returns at once; calls within 50 ms are combined.
 */
export const wakeStreams = (linkedAccountId: string): void =>
  notifierOf(WAKE_CHANNEL, NOTIFY_INTERVAL_MS).add(linkedAccountId.replaceAll("-", ""));

/** Subscribes to the accounts with new messages, from every process. */
export const listenForWakes = (onWake: OnWake): Listener => listenOn(WAKE_CHANNEL, onWake);

import { type Listener, listenOn, type OnWake } from "#lib/db/listener";
import { notifierOf } from "#lib/db/notifier";

/** The notification channel; its payloads are linked account ids, 32 hex digits each. */
const WAKE_CHANNEL = "crc_stream";

/**
 * Notifies every process that an account's streams have new messages. Call it after the commit, never within a
 * transaction. Returns at once; calls within 20 ms are combined.
 */
export const wakeStreams = (linkedAccountId: string): void =>
  notifierOf(WAKE_CHANNEL).add(linkedAccountId.replaceAll("-", ""));

/** Subscribes to the accounts with new messages, from every process. */
export const listenForWakes = (onWake: OnWake): Listener => listenOn(WAKE_CHANNEL, onWake);

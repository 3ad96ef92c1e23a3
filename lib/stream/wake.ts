import { type Listener, listenOn, type OnWake } from "#lib/db/listener";
import { notifierOf } from "#lib/db/notifier";

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

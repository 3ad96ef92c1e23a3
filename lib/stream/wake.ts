import { type Listener, listenOn, type OnWake } from "#lib/db/listener";
import { notifierOf } from "#lib/db/notifier";

/** Its words are accounts, 32 hex digits each. */
const WAKE_CHANNEL = "crc_stream";

/**
 * Tells every process that an account's streams have something to read. Call it after the commit, never within
 * a transaction. Returns at once; calls within 20 ms go out together.
 */
export const wakeStreams = (linkedAccountId: string): void =>
  notifierOf(WAKE_CHANNEL).add(linkedAccountId.replaceAll("-", ""));

/** Hears of the accounts whose streams have something to read, from every process. */
export const listenForWakes = (onWake: OnWake): Listener => listenOn(WAKE_CHANNEL, onWake);

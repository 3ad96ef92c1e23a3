import { type Listener, listenOn, type OnWake } from "#lib/db/listener";
import { Notifier } from "#lib/db/notifier";
import { appPool } from "#lib/db/pool";
import { singleton } from "#lib/kernel/singleton";

/** Its words are accounts, 32 hex digits each. */
const WAKE_CHANNEL = "crc_stream";

const notifier = () => {
  // Made first, so that it is closed after what sends through it.
  appPool();
  return singleton(
    "stream-notifier",
    () => new Notifier(WAKE_CHANNEL),
    (open) => open.close(),
  );
};

/**
 * Tells every process that an account's streams have something to read. Call it after the commit, never within
 * a transaction. Returns at once; calls within 20 ms go out together.
 */
export const wakeStreams = (linkedAccountId: string): void => notifier().add(linkedAccountId.replaceAll("-", ""));

/** Hears of the accounts whose streams have something to read, from every process. */
export const listenForWakes = (onWake: OnWake): Listener => listenOn(WAKE_CHANNEL, onWake);

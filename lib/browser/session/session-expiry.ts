import { isEmbedded } from "./authority.ts";

const EXPIRED = "session-expired";

/** All tabs of a browser share one session. */
const openChannel = (): BroadcastChannel => new BroadcastChannel(EXPIRED);

const expiry = new EventTarget();

/**
 * Reports to all tabs that the server no longer accepts this browser's session. Does nothing in an embedded view, which
 * has none.
 */
export function reportExpired(): void {
  if (isEmbedded()) return;
  expiry.dispatchEvent(new Event(EXPIRED));
  const channel = openChannel();
  channel.postMessage(null);
  channel.close();
}

/** Subscribes to the end of the session, whichever tab detects it. Returns the unsubscribe function. */
export function onExpired(callback: () => void): () => void {
  const channel = openChannel();
  channel.onmessage = callback;
  expiry.addEventListener(EXPIRED, callback);
  return () => {
    channel.close();
    expiry.removeEventListener(EXPIRED, callback);
  };
}

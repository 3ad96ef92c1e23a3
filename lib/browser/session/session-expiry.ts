import { isEmbedded } from "./authority.ts";

const EXPIRED = "session-expired";

/** The tabs of a browser share one session. */
const openChannel = (): BroadcastChannel => new BroadcastChannel(EXPIRED);

const expiry = new EventTarget();

/** Says that the server no longer knows this browser's session. An embedded view has none to speak of. */
export function reportExpired(): void {
  if (isEmbedded()) return;
  expiry.dispatchEvent(new Event(EXPIRED));
  const channel = openChannel();
  channel.postMessage(null);
  channel.close();
}

/** Calls back when the server no longer knows the session, whichever tab finds out. Gives the function that ends it. */
export function onExpired(callback: () => void): () => void {
  const channel = openChannel();
  channel.onmessage = callback;
  expiry.addEventListener(EXPIRED, callback);
  return () => {
    channel.close();
    expiry.removeEventListener(EXPIRED, callback);
  };
}

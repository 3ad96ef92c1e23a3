import { isEmbedded } from "./authority.ts";

const EXPIRED = "session-expired";

const expiry = new EventTarget();

/** How many switches of the organization are under way in this tab: while there are any, reports wait (holdExpiry). */
let holds = 0;
let reportedMeanwhile = false;

/**
 * Reports that the server no longer accepts this browser's session. Does nothing in an embedded view, which has none;
 * waits while the report is held.
 */
export function reportExpired(): void {
  if (isEmbedded()) return;
  if (holds > 0) reportedMeanwhile = true;
  else expiry.dispatchEvent(new Event(EXPIRED));
}

/**
 * Holds reports while this tab switches to another organization. The switch ends the old session, so the server refuses
 * requests that are still on their way with it; that must not lead to the sign-in. Returns the function that ends the hold,
 * and then reports once if a report was held.
 */
export function holdExpiry(): () => void {
  let isHeld = true;
  holds += 1;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    holds -= 1;
    if (holds > 0 || !reportedMeanwhile) return;
    reportedMeanwhile = false;
    reportExpired();
  };
}

/**
 * Subscribes to the end of a person's session, whichever of the person's tabs detects it. Tabs of another person, who
 * has signed in since, have another session. Returns the unsubscribe function.
 */
export function onExpired(userId: string, callback: () => void): () => void {
  const channel = new BroadcastChannel(`${EXPIRED}:${userId}`);
  const here = () => {
    channel.postMessage(null);
    callback();
  };
  channel.onmessage = () => {
    if (holds > 0) reportedMeanwhile = true;
    else callback();
  };
  expiry.addEventListener(EXPIRED, here);
  return () => {
    channel.close();
    expiry.removeEventListener(EXPIRED, here);
  };
}

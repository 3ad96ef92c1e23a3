import { isEmbedded } from "./authority.ts";

const EXPIRED = "session-expired";

const expiry = new EventTarget();

/** The moments in which this tab may be told of an end that is none: see holdExpiry. */
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
 * Holds reports while the session is taken to another organization: a request that was on its way then is told that the
 * session has ended, before this tab has the new one. Returns the function that lets them through again, late ones
 * included.
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

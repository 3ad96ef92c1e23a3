import { Webhook } from "standardwebhooks";

/**
 * Receivers that verify by the standard refuse a timestamp more than five minutes old. Up to this age an event is
 * sent with the time it was made at, the same on each attempt; later attempts carry their own time.
 */
const SAME_TIME_MS = 4 * 60_000;

export interface Signed {
  /** The event's id: the same on every attempt, so that a receiver can drop doubles. */
  id: string;
  /** When the event was made. */
  created: Date;
  /** The bytes that are sent. */
  body: string;
  /** `whsec_…`; after a rotation the old one too, then either verifies. */
  secrets: readonly string[];
}

/** The three headers of Standard Webhooks (decisions §7). Throws where a secret is not base64. */
export function signatureHeaders({ id, created, body, secrets }: Signed, now = new Date()): Record<string, string> {
  const time = now.getTime() - created.getTime() < SAME_TIME_MS ? created : now;
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(time.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, time, body)).join(" "),
  };
}

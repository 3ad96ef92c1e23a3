import { Webhook } from "standardwebhooks";

export interface Signed {
  /** The event's id: the same on every attempt, so that a receiver can drop doubles. */
  id: string;
  /** When this attempt is made: receivers that verify by the standard refuse a time more than five minutes away. */
  at: Date;
  /** The bytes that are sent. */
  body: string;
  /** `whsec_…`; after a rotation the old one too, then either verifies. */
  secrets: readonly string[];
}

/** The three headers of Standard Webhooks (decisions §7). Throws where a secret is not base64. */
export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}

import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";

export interface Signed {
  /** The event's id, the same on every attempt, so that receivers can drop duplicates. */
  id: string;
  /** Time of this attempt: receivers that verify by the standard refuse a time more than five minutes away. */
  at: Date;
  /** The exact body that is sent. */
  body: string;
  /** Secrets (`whsec_…`); after a rotation also the previous one, so that either verifies. */
  secrets: readonly string[];
}

/** Returns the three headers of Standard Webhooks (decisions §7). Throws if a secret is not base64. */
export function signatureHeaders({ id, at, body, secrets }: Signed): Record<string, string> {
  return {
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
  };
}

/**
 * Returns the hexadecimal HMAC-SHA256 of a body's bytes under the text of a secret as it is (additions §6): of the present
 * one alone, the first of `secrets`, as receivers compare one value.
 */
export const bodyHmac = (body: string, [present = ""]: readonly string[]): string =>
  createHmac("sha256", present).update(body).digest("hex");

import { Webhook } from "standardwebhooks";
import type { EventSignature } from "#lib/emr/port/port";

/** Checks the signature and the time of an event with the remote's secret, per Standard Webhooks. */
export function signatureOf(
  secret: string | undefined,
  { text, headers }: { text: string; headers: Headers },
): EventSignature {
  if (secret === undefined) return "unknown";
  try {
    new Webhook(secret).verify(text, Object.fromEntries(headers), { jsonParse: false });
    return "valid";
  } catch {
    return "invalid";
  }
}

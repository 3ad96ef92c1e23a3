import { createHmac, timingSafeEqual } from "node:crypto";
import type { ArrivedEvent, EventWebhook } from "#lib/emr/port/event-webhook";
import { EmrError } from "#lib/emr/port/port";
import type { Remote } from "#lib/emr/records-api/remote";
import { present } from "#lib/kernel/clock";
import { isTooDeep } from "#lib/kernel/nesting";
import { fieldIn } from "./answers.ts";
import { eventOf } from "./event-log.ts";
import { SECRET_NAMES, SIGNATURE_HEADER, WEBHOOK_PATH } from "./names.ts";

/** Returns an event's body as the service writes JSON; null if it is none, or nested too deeply to be written. */
function writtenAnew(bytes: Uint8Array): string | null {
  if (isTooDeep(bytes)) return null;
  try {
    return JSON.stringify(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
  } catch {
    return null;
  }
}

const HEX_DIGEST = /^[0-9a-f]{64}$/i;

/**
 * Returns whether one of the secrets has signed an event: its bytes as they arrived, or its body as the service writes JSON,
 * since either may be meant. All of them are compared, each in constant time.
 */
function isSigned({ bytes, headers }: ArrivedEvent, secrets: readonly string[]): boolean {
  const given = headers.get(SIGNATURE_HEADER)?.trim() ?? "";
  if (!HEX_DIGEST.test(given)) return false;
  const signature = Buffer.from(given, "hex");
  const anew = writtenAnew(bytes);
  const readings = anew === null ? [bytes] : [bytes, anew];
  const matches = secrets.flatMap((secret) =>
    readings.map((body) => timingSafeEqual(createHmac("sha256", secret).update(body).digest(), signature)),
  );
  return matches.includes(true);
}

/** Statuses of a registration that the service no longer has. */
const GONE = [404, 410];
/** Statuses of a request that the service does not know. */
const NO_REQUEST = [404, 405, 410, 501];

/** Waits for an answer; returns null if its status is one of those. Throws EmrErrors. */
async function unless<Found>(statuses: readonly number[], asked: Promise<Found>): Promise<Found | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof EmrError && error.answered !== null && statuses.includes(error.answered)) return null;
    throw error;
  }
}

const pathOf = (id: string): string => `${WEBHOOK_PATH}/${encodeURIComponent(id)}`;

/** Returns the webhook of a service's client, whose requests have the client's two headers alone. */
export function webhookOf(remote: Remote): EventWebhook {
  return {
    async register(url, signal) {
      const body = await remote.send({ method: "POST", path: WEBHOOK_PATH, body: { webhook_url: url } }, signal);
      const id = fieldIn(body, "id", "webhook_id");
      if (id === null)
        throw new EmrError("validation", "The EMR's answer names no id of the webhook", { notDone: false });
      return { id, secret: fieldIn(body, ...SECRET_NAMES) };
    },
    async read(id, signal) {
      const found = await unless(GONE, remote.get(pathOf(id), {}, signal));
      return found && fieldIn(found, "webhook_url", "url");
    },
    async remove(id, signal) {
      await unless(GONE, remote.remove(pathOf(id), signal));
    },
    async rotateSecret(signal) {
      const asked = remote.send({ method: "POST", path: `${WEBHOOK_PATH}/rotate-secret`, body: {} }, signal);
      const body = await unless(NO_REQUEST, asked);
      return body && fieldIn(body, ...SECRET_NAMES);
    },
    isSigned,
    eventOf(body, headers) {
      if (body === null || typeof body !== "object" || Array.isArray(body)) return null;
      const named = body as Record<string, unknown>;
      const id = named.id ?? named.event_id ?? headers.get("webhook-id");
      const created = named.created ?? named.created_at ?? headers.get("webhook-timestamp") ?? present().toISOString();
      return eventOf({ ...named, id, created });
    },
  };
}

import { createHmac, randomBytes } from "node:crypto";
import { type Answer, answer, type Fields, missing, refusal } from "./answer.ts";
import { idOf } from "./ids.ts";
import type { Service } from "./service.ts";
import type { HostedEvent } from "./state.ts";

const ATTEMPTS = 2;

export const newSecret = (): string => randomBytes(24).toString("hex");

/** Returns an event as it is delivered. */
export function envelopeOf({ variants }: Service, { id, account, created, type, jobId, data }: HostedEvent): Fields {
  const isNamed = variants.eventReference === "always" || !type.startsWith("claim.");
  return {
    id,
    ...(isNamed ? { access_token_reference_id: account.reference } : {}),
    object: "event",
    created,
    type,
    ...(jobId !== null ? { job_id: String(jobId) } : variants.syncJobId === "null" ? { job_id: null } : {}),
    data,
  };
}

const escaped = (text: string): string =>
  text.replace(/[^ -~]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

const BYTES = {
  compact: (envelope: Fields) => JSON.stringify(envelope),
  spaced: (envelope: Fields) => JSON.stringify(envelope, null, 2),
  escaped: (envelope: Fields) => escaped(JSON.stringify(envelope)),
};

/** Sends an event once. Returns the status, or null without an answer in time. */
async function attempt(service: Service, event: HostedEvent, url: string, number: number) {
  const { ledger, times, secret, variants } = service;
  const envelope = envelopeOf(service, event);
  const text = BYTES[variants.eventBytes](envelope);
  const signed = variants.signedForm === "bytes" ? text : JSON.stringify(JSON.parse(text));
  const at = new Date();
  let status: number | null = null;
  let isTimedOut = false;
  try {
    const response = await fetch(url, {
      method: "POST",
      redirect: "manual",
      signal: AbortSignal.timeout(times.attemptMs),
      headers: {
        "content-type": "application/json",
        "cobalt-verification": createHmac("sha256", secret).update(signed).digest("hex"),
        "webhook-id": event.id,
        "webhook-timestamp": event.created,
        "webhook-attempt": String(number),
      },
      body: text,
    });
    await response.arrayBuffer();
    status = response.status;
  } catch (error) {
    isTimedOut = (error as Error).name === "TimeoutError";
  }
  ledger.entries.push({ kind: "delivery", at, eventId: event.id, attempt: number, url, status });
  return { isTaken: status !== null && status >= 200 && status < 300, isTimedOut };
}

async function deliverTo(service: Service, event: HostedEvent, url: string): Promise<boolean> {
  for (let number = 1; number <= ATTEMPTS; number++) {
    if (number > 1) await new Promise((resolve) => setTimeout(resolve, service.times.attemptsApartMs));
    const { isTaken, isTimedOut } = await attempt(service, event, url, number);
    if (isTaken) return true;
    if (isTimedOut) return false;
  }
  return false;
}

/** Delivers an event to the registered webhooks and its callbacks: two attempts, none after a time-out. */
export async function deliver(service: Service, event: HostedEvent): Promise<void> {
  const callbacks = service.variants.callbackUrls === "taken" ? event.callbackUrls : [];
  const urls = [...new Set([...service.webhooks.values(), ...callbacks])];
  const taken = await Promise.all(urls.map((url) => deliverTo(service, event, url)));
  event.deliveryStatus = taken.length > 0 && taken.every(Boolean) ? "delivered" : "failed";
}

const isUrl = (value: unknown): value is string =>
  typeof value === "string" && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);

/** Answers a request about the client's webhooks: two headers. Null if the path is another one. */
export function webhooks(service: Service, method: string, path: string, body: Fields): Answer | null {
  const { variants } = service;
  const placed = (fields: Fields) => (variants.acceptedIds === "data" ? { data: fields } : fields);
  const secret = () => ({ [variants.secretName]: service.secret });
  if (method === "POST" && path === "/webhook") {
    if (body.webhook_url === undefined) return missing("webhook_url");
    if (!isUrl(body.webhook_url)) return refusal(400, "webhook_url must be a URL");
    const id = idOf("webhook", newSecret());
    service.webhooks.set(id, body.webhook_url);
    if (typeof service.rotation === "number") service.secret = newSecret();
    const shown = variants.secretShown === "registration" ? secret() : {};
    return answer({ message: "Webhook registered", ...placed({ id, webhook_url: body.webhook_url, ...shown }) });
  }
  if (method === "POST" && path === "/webhook/rotate-secret") {
    if (typeof service.rotation === "number") return refusal(service.rotation, "There is no such request");
    service.secret = newSecret();
    return answer({ message: "Secret rotated", ...(service.rotation === "shown" ? placed(secret()) : {}) });
  }
  const [, first, id, rest] = path.split("/");
  if (first !== "webhook" || id === undefined || rest !== undefined) return null;
  const url = service.webhooks.get(id);
  if (url === undefined) return refusal(404, "Webhook not found");
  if (method === "GET") return answer(placed({ id, webhook_url: url }));
  if (method !== "DELETE") return null;
  service.webhooks.delete(id);
  return answer({ message: "Webhook deleted" });
}

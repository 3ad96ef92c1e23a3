import type * as face from "./face.d.ts";

/** Difference between the clocks, and time on the way, that a signature survives. */
const TOLERANCE_S = 300;
const PREFIX = "whsec_";

/** A webhook that is not to be trusted. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookError";
  }
}

const utf8 = new TextEncoder();
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = bytesOf(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  } catch {
    throw new WebhookError("The secret is not one of a webhook: it starts with whsec_");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

type Header = (name: string) => string;

function headersOf({ headers }: face.WebhookRequest): Header {
  return (name) => {
    const value =
      typeof headers.get === "function"
        ? headers.get(name)
        : (headers as Readonly<Record<string, string | string[] | undefined>>)[name];
    if (typeof value !== "string" || value === "") throw new WebhookError(`The header ${name} is missing`);
    return value;
  };
}

async function bodyOf(request: face.WebhookRequest): Promise<string> {
  if ("text" in request) return await request.text();
  return typeof request.body === "string" ? request.body : new TextDecoder().decode(request.body);
}

/** Verifies a delivery and returns its event (see the face). */
export const verifyWebhook: typeof face.verifyWebhook = async (request, secret) => {
  const header = headersOf(request);
  const [id, timestamp, signatures] = [
    header("webhook-id"),
    header("webhook-timestamp"),
    header("webhook-signature").split(" "),
  ];
  const age = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(age <= TOLERANCE_S)) throw new WebhookError("The webhook is more than five minutes away from now");
  const body = await bodyOf(request);
  const signed = utf8.encode(`${id}.${timestamp}.${body}`);
  for (const each of [secret].flat()) {
    const key = await keyOf(each, "verify");
    for (const signature of signatures) {
      const [version, value = ""] = signature.split(",");
      if (version !== "v1" || !/^[\w+/]+={0,2}$/.test(value)) continue;
      // Compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, bytesOf(value), signed)) return JSON.parse(body);
    }
  }
  throw new WebhookError("The signature is wrong");
};

/** Signs a body as deliveries are signed (see the face). */
export const signWebhook: typeof face.signWebhook = async ({ id, body, at = new Date() }, secret) => {
  const timestamp = String(Math.floor(at.getTime() / 1_000));
  const key = await keyOf(secret, "sign");
  const made = new Uint8Array(await crypto.subtle.sign("HMAC", key, utf8.encode(`${id}.${timestamp}.${body}`)));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${btoa(String.fromCharCode(...made))}`,
  };
};

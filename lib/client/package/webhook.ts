import type * as face from "./face.d.ts";

/** Difference between the clocks, and time on the way, that a signature survives. */
const TOLERANCE_S = 300;
const PREFIX = /^whsec_/;

/** A webhook that is not to be trusted. */
export class WebhookError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "WebhookError";
  }
}

const utf8 = new TextEncoder();
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

const NO_SECRET =
  "The secret is empty: pass the endpoint's, which starts with whsec_. Is the variable of the environment set that holds it?";

function keyOf(secret: string, use: "sign" | "verify"): Promise<CryptoKey> {
  const encoded = typeof secret === "string" ? secret.trim().replace(PREFIX, "") : "";
  if (encoded === "") throw new WebhookError(NO_SECRET);
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = bytesOf(encoded);
  } catch {
    throw new WebhookError("The secret is not one of a webhook: it starts with whsec_");
  }
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, [use]);
}

type Header = (name: string) => string;
type PlainHeaders = Readonly<Record<string, string | string[] | undefined>>;

function headersOf(request: face.WebhookRequest | undefined): Header {
  const headers = request?.headers;
  if (typeof headers !== "object" || headers === null) {
    throw new WebhookError("There are no headers: pass those of the request as headers");
  }
  const isPlain = typeof headers.get !== "function";
  // The names of headers have no case.
  const entries = isPlain ? Object.entries(headers as PlainHeaders) : [];
  const plain = new Map(entries.map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]));
  return (name) => {
    const value = isPlain ? plain.get(name) : (headers as Headers).get(name);
    if (typeof value !== "string" || value === "") throw new WebhookError(`The header ${name} is missing`);
    return value;
  };
}

const PARSED =
  "The body is not as it came: pass its exact text or bytes, before anything parses it (express.raw({ type: 'application/json' }), request.text())";
const READ = "The body of the request was read before: pass { headers, body } with the exact text that was read";

async function bodyOf(request: face.WebhookRequest): Promise<string> {
  if ("text" in request && typeof request.text === "function") {
    return await request.text().catch(() => {
      throw new WebhookError(READ);
    });
  }
  const { body } = request as { body: unknown };
  if (typeof body === "string") return body;
  if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return new TextDecoder().decode(body);
  throw new WebhookError(PARSED);
}

/** The signature covers the text, so only a sender that knows the secret could have sent another. */
function eventIn(body: string): face.RecordsEvent {
  try {
    return JSON.parse(body);
  } catch {
    throw new WebhookError("The body is not JSON");
  }
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
  const secrets = [secret].flat();
  if (secrets.length === 0) throw new WebhookError(NO_SECRET);
  for (const each of secrets) {
    const key = await keyOf(each, "verify");
    for (const signature of signatures) {
      const [version, value = ""] = signature.split(",");
      if (version !== "v1" || !/^[\w+/]+={0,2}$/.test(value)) continue;
      // Compares in constant time.
      if (await crypto.subtle.verify("HMAC", key, bytesOf(value), signed)) return eventIn(body);
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

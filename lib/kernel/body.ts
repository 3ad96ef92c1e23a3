import { brand } from "./brand.ts";
import { badRequest, DomainError, invalid } from "./domain-error.ts";
import { fieldName, problem } from "./field-error.ts";
import type { HttpRequest } from "./http-request.ts";
import { isTooDeep, MAX_DEPTH } from "./nesting.ts";
import { isStorable } from "./storable-text.ts";

/** 1 MiB (decisions §4). */
export const MAX_BODY_BYTES = 1_048_576;

const tooLarge = () =>
  new DomainError("too_large", `The body is larger than ${MAX_BODY_BYTES} bytes; nothing was saved`);

/**
 * Throws `unsupported_coding` for a body in one, and says that none is undone here (RFC 9110, section 15.5.16), whatever its
 * bytes are.
 */
export function assertPlain(headers: Headers): void {
  const coding = headers.get("content-encoding")?.trim().toLowerCase() ?? "";
  if (coding === "" || coding === "identity") return;
  throw new DomainError("unsupported_coding", "The body must be sent without a Content-Encoding; nothing was saved");
}

/** Returns the raw body of a request. Throws `unsupported_coding` for one in a content coding, and `too_large` above 1 MiB. */
export async function readCapped(request: HttpRequest): Promise<Uint8Array> {
  assertPlain(request.headers);
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BODY_BYTES) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BODY_BYTES) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size);
}

const UNSTORABLE = "must not contain NUL or broken characters";

function assertStorable(value: unknown, path: readonly (string | number)[]): void {
  if (typeof value === "string" && !isStorable(value)) {
    const field = fieldName(path);
    throw invalid(field === "" ? problem("", UNSTORABLE, `The body ${UNSTORABLE}`) : problem(field, UNSTORABLE));
  }
  if (value === null || typeof value !== "object") return;
  for (const [key, part] of Object.entries(value)) {
    assertStorable(key, path);
    assertStorable(part, [...path, Array.isArray(value) ? Number(key) : key]);
  }
}

const JSON_TYPE = "application/json";

/** The error of text that is not JSON, which JSON-RPC tells apart from other bodies. */
export class NotJson extends DomainError {
  static {
    brand(NotJson, "NotJson");
  }

  constructor() {
    super("invalid", "The body is not valid JSON");
  }
}

/**
 * Returns the JSON in a request's body, `{}` for an empty one. `types`: media types of JSON besides `application/json`.
 * Throws `too_large`, `unsupported_coding`, `unsupported_type` or `invalid` (decisions §4).
 */
export async function readJson(request: HttpRequest, types: readonly string[] = []): Promise<unknown> {
  const bytes = await readCapped(request);
  if (bytes.byteLength === 0) return {};
  const type = request.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
  if (type !== JSON_TYPE && !types.includes(type ?? ""))
    throw new DomainError("unsupported_type", "The body must be JSON: send Content-Type: application/json");
  let value: unknown;
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new NotJson();
  }
  if (isTooDeep(bytes)) throw badRequest(`The body must not be nested more than ${MAX_DEPTH} levels deep`);
  // Only escapes can contain lone surrogates or NUL.
  if (text.includes("\\u") || text.includes("\0")) assertStorable(value, []);
  return value;
}

/** Returns the JSON object in a request's body as `readJson` does. Throws `invalid` for other JSON. */
export async function readJsonObject(
  request: HttpRequest,
  types: readonly string[] = [],
): Promise<Record<string, unknown>> {
  const value = await readJson(request, types);
  if (value === null || typeof value !== "object" || Array.isArray(value))
    throw badRequest("The body must be a JSON object");
  return value as Record<string, unknown>;
}

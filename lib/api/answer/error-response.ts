import { httpErrorOf } from "#lib/api/answer/http-error";
import { DatabaseUnavailable, type Saved } from "#lib/db/unavailable";
import { logger } from "#lib/kernel/logger";
import { ANSWER_LENGTH_HEADER } from "./answer-length.ts";
import { JsonText, noteJson } from "./json-text.ts";

/** Body size in bytes below which a response is not compressed: compressing costs more than it saves. */
const SHORT = 1024;

/** Returns a JSON response of `/v1`, of a value or of its text, with its length. Caches must not store it, since it may hold patient records. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const json = body instanceof JsonText ? body : new JsonText(body);
  const length = json.bytes.byteLength;
  const response = new Response(json.bytes, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      [ANSWER_LENGTH_HEADER]: String(length),
      "cache-control": length < SHORT ? "no-store, no-transform" : "no-store",
      ...headers,
    },
  });
  return noteJson(response, json);
}

/** `Retry-After` in seconds when the database does not answer. */
const RETRY_AFTER = "5";

/** Messages for a write when the database did not answer in time (decisions §4). */
const UNAVAILABLE: Record<Saved, string> = {
  nothing: "The database did not answer in time; nothing was saved",
  unknown:
    "The database's answer was lost, so it is unknown whether this was saved. Repeat the request with the same Idempotency-Key: it is done only once. For a request without a key, look for its record before you repeat it",
};

/** Logs an internal error by its kind and returns a response without its details. */
function faultResponse(error: unknown, route: string, headers: Record<string, string>): Response {
  if (error instanceof DatabaseUnavailable) {
    logger.warn({ route, code: error.code, saved: error.saved }, "the database did not answer");
    const body = { success: false, message: UNAVAILABLE[error.saved] };
    return jsonResponse(503, body, { ...headers, "retry-after": RETRY_AFTER });
  }
  const { name, stack } = error instanceof Error ? error : {};
  logger.error({ route, error_name: name, code: codeOf(error), stack: frames(stack) }, "request failed");
  return jsonResponse(500, { success: false, message: "Internal server error" }, headers);
}

/**
 * Returns the error body of every route (interface 2.1): `{ success: false, message }`, plus `errors` for invalid
 * fields (decisions §4). An error that is no refusal is internal: 503 with what is known to be saved if the database
 * does not answer, otherwise 500.
 */
export function errorResponse(error: unknown, route: string, headers: Record<string, string> = {}): Response {
  const refusal = httpErrorOf(error);
  if (!refusal) return faultResponse(error, route, headers);
  const body = { success: false, message: refusal.message, ...refusal.fields };
  return jsonResponse(refusal.status, body, { ...headers, ...refusal.headers });
}

/** Returns an error response with a body of another form: its status, and its headers but for those of the body. */
export function withErrorBody(plain: Response, body: unknown, headers: Record<string, string> = {}): Response {
  const kept = new Headers(plain.headers);
  for (const name of ["content-type", "cache-control", ANSWER_LENGTH_HEADER]) kept.delete(name);
  return jsonResponse(plain.status, body, { ...Object.fromEntries(kept), ...headers });
}

/** Returns an error's code, such as PostgreSQL's SQLSTATE. The error of a failed query carries it on its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : codeOf(error.cause);
}

/** Returns the frames of a stack without its first lines, because a database message may quote patient data. */
const frames = (stack: string | undefined) =>
  stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");

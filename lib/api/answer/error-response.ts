import { DatabaseUnavailable, type Saved } from "#lib/db/unavailable";
import { ApiError } from "#lib/kernel/api-error";
import { logger } from "#lib/kernel/logger";
import { ANSWER_LENGTH_HEADER } from "./answer-length.ts";

/** Below this many bytes an answer is sent as it is: to compress it costs more than it saves. */
const SHORT = 1024;

/** A JSON answer of `/v1`, with its length. Records are nobody's to cache. */
export function jsonResponse(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  const text = JSON.stringify(body);
  const length = Buffer.byteLength(text);
  // Given the text, the response encodes it; of bytes it would make a copy.
  return new Response(text, {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      [ANSWER_LENGTH_HEADER]: String(length),
      "cache-control": length < SHORT ? "no-store, no-transform" : "no-store",
      ...headers,
    },
  });
}

/** Seconds after which a request may come again that found no database. */
const RETRY_AFTER = "5";

/** What is told of a write where the database did not answer in time (decisions §4). */
const UNAVAILABLE: Record<Saved, string> = {
  nothing: "The database did not answer in time; nothing was saved",
  unknown:
    "The database's answer was lost: it is unknown whether this was saved. Send the request again with the same Idempotency-Key: it is done once, and the answer is the first one. A request without a key: look for its record before you send it again",
};

/** A fault of ours: logged by its kind, and told without detail. */
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
 * The error body of every route (interface 2.1): `{ success: false, message }`, of invalid fields also `errors` (decisions
 * §4). What is not an ApiError is our own fault: 503 where the database does not answer, with what is known to be saved, and
 * 500 else.
 */
export function errorResponse(error: unknown, route: string, headers: Record<string, string> = {}): Response {
  if (!(error instanceof ApiError)) return faultResponse(error, route, headers);
  const errors = error.errors.length > 0 ? { errors: error.errors } : {};
  const body = { success: false, message: error.message, ...errors, ...error.extra };
  return jsonResponse(error.status, body, { ...headers, ...error.headers });
}

/** An error's code, such as PostgreSQL's SQLSTATE: a failed query's own error bears it as its cause. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code } = error as NodeJS.ErrnoException;
  return typeof code === "string" ? code : codeOf(error.cause);
}

/** The frames of a stack without its first lines: a database's message may quote a patient's data. */
const frames = (stack: string | undefined) =>
  stack
    ?.split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");

import { isPassing, type RecordsError } from "./errors.ts";
import { exchange, requestOf } from "./exchange.ts";
import type { SendOptions, Transport } from "./face.d.ts";
import { pause, pauseBefore } from "./pause.ts";

const DEADLINE_MS = 60_000;
/** Time for one attempt, longer than any read or acceptance takes. */
const ATTEMPT_MS = 20_000;
const RETRIES = 4;
/** Marks the routes in the table whose answer is a file. */
const FILE = " *";

/**
 * Sends the request of a route and returns the answer's body, or of a file the whole response. Retries what is safe: a
 * GET, and a write under its key. Throws a RecordsError, or the reason of the signal.
 */
export async function send(
  transport: Transport,
  route: string,
  input?: Readonly<Record<string, unknown>>,
  options: SendOptions = {},
) {
  // Built once: a repeated request is the same, also if the caller changes the input meanwhile.
  const request = requestOf(route, input);
  const { signal, deadlineMs = DEADLINE_MS, retries = RETRIES } = options;
  const until = Date.now() + deadlineMs;
  const isFile = route.endsWith(FILE);
  const isLong = isFile || (request.body !== null && typeof request.body !== "string");
  const headers: Record<string, string> = {};
  if (request.body !== null) headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
  if (options.ifMatch !== undefined) headers["if-match"] = options.ifMatch;
  for (let done = 0; ; done++) {
    const limitMs = Math.max(1, Math.min(isLong ? deadlineMs : ATTEMPT_MS, until - Date.now()));
    try {
      return await exchange(transport, request, { limitMs, isFile, headers, signal });
    } catch (error) {
      if (signal?.aborted) throw error;
      const failure = error as RecordsError;
      const ms = pauseBefore(done, failure.retryAfter);
      if (done >= retries || !isPassing(failure) || Date.now() + ms >= until) throw failure;
      await pause(ms, signal);
    }
  }
}

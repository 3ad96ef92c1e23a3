import { failureOf, isPassing, noAnswer } from "./errors.ts";
import type { SendOptions, Transport } from "./face.d.ts";
import { pause, pauseBefore } from "./pause.ts";

const DEADLINE_MS = 60_000;
/** Time for one attempt, longer than any read or acceptance takes. */
const ATTEMPT_MS = 20_000;
const RETRIES = 4;
/** Marks the routes in the table whose answer is a file. */
const FILE = "*";

type Input = Readonly<Record<string, unknown>>;

interface Built {
  method: string;
  /** Below `/v1`, with its query. */
  address: string;
  body: string | null;
}

/**
 * Returns the request of a route such as `PATCH /referrals/{id}`: the fields that the path names go into it, the others
 * into the query of a GET (lists comma-separated, empty fields left out), else into the body.
 */
export function requestOf(route: string, input: Input = {}): Built {
  const [method = "", path = ""] = route.split(" ");
  const rest: Record<string, unknown> = { ...input };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    if (value === undefined || value === null || value === "") throw new TypeError(`${route} needs ${name}`);
    return encodeURIComponent(String(value));
  });
  if (method !== "GET") return { method, address: filled, body: JSON.stringify(rest) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  return { method, address: query.size > 0 ? `${filled}?${query}` : filled, body: null };
}

/**
 * Sends the request of a route and returns the answer's body, or of a file the whole response. Retries what is safe: a
 * GET, and a write under its key. Throws a RecordsError, or the reason of the signal.
 */
export async function send(transport: Transport, route: string, input?: Input, options: SendOptions = {}) {
  const { method, address, body } = requestOf(route, input);
  const { signal, deadlineMs = DEADLINE_MS, retries = RETRIES } = options;
  const until = Date.now() + deadlineMs;
  const isFile = route.endsWith(` ${FILE}`);
  const headers: Record<string, string> = { ...transport.headers, accept: isFile ? "*/*" : "application/json" };
  if (body !== null) {
    headers["content-type"] = "application/json";
    headers["idempotency-key"] = options.idempotencyKey ?? crypto.randomUUID();
  }
  for (let done = 0; ; done++) {
    const limit = AbortSignal.timeout(Math.max(1, Math.min(isFile ? deadlineMs : ATTEMPT_MS, until - Date.now())));
    try {
      const response = await transport.fetch(transport.baseUrl + address, {
        method,
        headers,
        body,
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      });
      if (!response.ok) throw await failureOf(response);
      return isFile ? response : await response.json();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const failure = noAnswer(error);
      const ms = pauseBefore(done, failure.retryAfter);
      if (done >= retries || !isPassing(failure) || Date.now() + ms >= until) throw failure;
      await pause(ms, signal);
    }
  }
}

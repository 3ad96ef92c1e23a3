import { type Dispatcher, request } from "undici";
import { TargetRefused } from "#lib/egress/agent";
import { within } from "#lib/egress/within";
import { KEPT_ANSWER_BYTES, type ReceiverAnswer } from "./exchange.ts";

/** Deadline from the name's lookup to the response's status line, which decides the outcome (decisions §7). */
const DEADLINE_MS = 15_000;

/** Maximum of response bytes to read; a response read to its end lets the connection be reused. */
const MAX_ANSWER_BYTES = 65_536;

/** Maximum wait for a response body, which changes nothing and holds a place in the queue. */
const MAX_BODY_MS = 1_000;

/** The outcome of one POST; `durationMs` is the time to its status line. */
export type Outcome = { durationMs: number } & (
  | { kind: "answered"; statusCode: number; retryAfter: string | null; answer: ReceiverAnswer }
  | { kind: "timed_out" }
  | { kind: "refused"; reason: string }
  | { kind: "failed"; reason: string }
);

/** Returns the system's code of an error, never its text, which may quote the request. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? `Connection failed (${code})` : "Connection failed";
}

/** Reads up to 64 KiB within one second and keeps the beginning. Never throws: an aborted body is a result as well. */
async function readCapped({ headers, body }: Dispatcher.ResponseData): Promise<ReceiverAnswer> {
  // Leaving the loop early destroys the body, which then emits an error.
  body.on("error", () => undefined);
  const timer = setTimeout(() => body.destroy(), MAX_BODY_MS);
  const kept: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  try {
    for await (const chunk of body) {
      // Copies the chunk, because a slice would keep the whole chunk in memory.
      if (size < KEPT_ANSWER_BYTES)
        kept.push(Uint8Array.from((chunk as Uint8Array).subarray(0, KEPT_ANSWER_BYTES - size)));
      size += (chunk as Uint8Array).byteLength;
      if (size > MAX_ANSWER_BYTES) break;
    }
    isWhole = size <= KEPT_ANSWER_BYTES;
  } catch {
    // The status line has decided the outcome already.
  } finally {
    clearTimeout(timer);
  }
  return { headers, body: Buffer.concat(kept), cut: !isWhole };
}

/**
 * Sends one POST, waits at most 15 seconds for the status line and one more second for the body. Does not follow
 * redirects. Never throws: a failure is an outcome.
 */
export async function send(
  target: { url: string; headers: Record<string, string>; body: string; dispatcher: Dispatcher },
  deadlineMs: number = DEADLINE_MS,
): Promise<Outcome> {
  const started = performance.now();
  const ended = <Ending>(ending: Ending) => ({ ...ending, durationMs: Math.round(performance.now() - started) });
  const deadline = AbortSignal.timeout(deadlineMs);
  try {
    const asked = request(target.url, {
      method: "POST",
      headers: target.headers,
      body: target.body,
      dispatcher: target.dispatcher,
      signal: deadline,
      // The signal's deadline covers headers and body.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const response = await within(deadline, asked);
    const retryAfter = response.headers["retry-after"];
    const decided = ended({
      kind: "answered" as const,
      statusCode: response.statusCode,
      retryAfter: typeof retryAfter === "string" ? retryAfter : null,
    });
    return { ...decided, answer: await readCapped(response) };
  } catch (error) {
    if (error instanceof TargetRefused) return ended({ kind: "refused", reason: error.message });
    if (deadline.aborted) return ended({ kind: "timed_out" });
    return ended({ kind: "failed", reason: reasonOf(error) });
  }
}

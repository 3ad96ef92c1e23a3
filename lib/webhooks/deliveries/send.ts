import { type Dispatcher, request } from "undici";
import { TargetRefused } from "./connector.ts";
import { type Answer, KEPT_ANSWER_BYTES } from "./exchange.ts";

/** From the name's lookup to the answer's status line, which decides (decisions §7). */
const DEADLINE_MS = 15_000;

/** What is read of an answer, so that its connection can be used again. */
const MOST_ANSWER_BYTES = 65_536;

/** So long an answer's body is waited for: one that takes longer changes nothing, and holds a place of the queue. */
const MOST_BODY_MS = 1_000;

/** How one POST ended; `durationMs` is the time to its status line. */
export type Outcome = { durationMs: number } & (
  | { kind: "answered"; statusCode: number; retryAfter: string | null; answer: Answer }
  | { kind: "timed_out" }
  | { kind: "refused"; reason: string }
  | { kind: "failed"; reason: string }
);

/** What may be told of an error: the system's code, never a text that may quote what was sent. */
function reasonOf(error: unknown): string {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[A-Z0-9_]+$/.test(code) ? `Connection failed (${code})` : "Connection failed";
}

/** Reads up to 64 KiB for up to a second and keeps the beginning. Never throws: a body that breaks off is what came of it. */
async function readCapped({ headers, body }: Dispatcher.ResponseData): Promise<Answer> {
  // Leaving the loop early destroys the body, which then reports that it was not read to its end.
  body.on("error", () => undefined);
  const timer = setTimeout(() => body.destroy(), MOST_BODY_MS);
  const kept: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  try {
    for await (const chunk of body) {
      // Copied: a part of a chunk would keep the whole of it.
      if (size < KEPT_ANSWER_BYTES)
        kept.push(Uint8Array.from((chunk as Uint8Array).subarray(0, KEPT_ANSWER_BYTES - size)));
      size += (chunk as Uint8Array).byteLength;
      if (size > MOST_ANSWER_BYTES) break;
    }
    isWhole = size <= KEPT_ANSWER_BYTES;
  } catch {
    // The status line has decided.
  } finally {
    clearTimeout(timer);
  }
  return { headers, body: Buffer.concat(kept), cut: !isWhole };
}

/** What `work` gives, unless the deadline comes before: a connection that is being made does not heed its signal. */
function within<Result>(deadline: AbortSignal, work: Promise<Result>): Promise<Result> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const end = () => reject(deadline.reason);
  deadline.addEventListener("abort", end);
  return Promise.race([work, over]).finally(() => deadline.removeEventListener("abort", end));
}

/**
 * Sends one POST and waits for its answer's status line for at most 15 seconds, and a second more for the body. Redirects
 * are not followed. Never throws: how it ended is the result.
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
      // The one deadline covers both.
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

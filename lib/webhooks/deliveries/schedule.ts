import type { delivery } from "#lib/db/schema";
import { present } from "#lib/kernel/clock";
import { retryAfterMs } from "#lib/kernel/retry-after";
import type { Outcome } from "./send.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Pauses before the second attempt, the third, and so on (decisions §7). */
const PAUSES_MS: readonly number[] = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 10 * HOUR];

/** The console's own inbox is back as soon as a web process has started again, so it is tried every 5 s for a minute first. */
const INBOX_PAUSES_MS: readonly number[] = [...Array<number>(11).fill(5 * SECOND), ...PAUSES_MS];

/** Each pause grows by a random share up to this, so that deliveries that failed together do not return together. */
const JITTER = 0.2;

/** Maximum pause that a receiver's `Retry-After` may ask for. */
const MAX_RETRY_AFTER_MS = 24 * HOUR;

const GONE = 410;

/** The consequence of an attempt for its delivery. */
export type NextStep =
  | { status: "succeeded" | "failed" | "refused"; error: string | null }
  | { status: "pending"; error: string | null; at: Date };

function errorOf(outcome: Outcome): string | null {
  if (outcome.kind === "timed_out") return "No answer within 15 seconds";
  if (outcome.kind !== "answered") return outcome.reason;
  if (outcome.statusCode >= 300 && outcome.statusCode < 400) return "Redirects are not followed";
  if (outcome.statusCode === GONE) return "The target answered 410: it accepts no more events";
  return null;
}

/**
 * Judges the attempt with this number (from 1) at a kind of target by decisions §7: any 2xx succeeds, a refused address and 410 are final,
 * everything else is retried after the longer of the schedule's pause and `Retry-After`, until the schedule ends.
 */
export function nextStep(
  outcome: Outcome,
  attempt: { number: number; kind: (typeof delivery.$inferSelect)["targetKind"] },
  now: Date = present(),
  random: () => number = Math.random,
): NextStep {
  const error = errorOf(outcome);
  if (outcome.kind === "refused") return { status: "refused", error };
  const statusCode = outcome.kind === "answered" ? outcome.statusCode : null;
  if (statusCode !== null && statusCode >= 200 && statusCode < 300) return { status: "succeeded", error };
  const pause = (attempt.kind === "inbox" ? INBOX_PAUSES_MS : PAUSES_MS)[attempt.number - 1];
  if (statusCode === GONE || pause === undefined) return { status: "failed", error };
  const header = outcome.kind === "answered" ? outcome.retryAfter : null;
  const asked = retryAfterMs(header, { mostMs: MAX_RETRY_AFTER_MS, now });
  const wait = Math.max(pause * (1 + JITTER * random()), asked ?? 0);
  return { status: "pending", error, at: new Date(now.getTime() + Math.round(wait)) };
}

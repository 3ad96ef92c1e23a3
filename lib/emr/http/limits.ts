import type { EmrResponse } from "#lib/egress/emr-client";
import { type FoundLimit, MAX_PAUSE_MS } from "#lib/emr/port/calls";
import { beginningOf } from "#lib/kernel/beginning-of";
import { retryAfterMs } from "#lib/kernel/retry-after";

/** Window of most limits: of one whose answer names none, and the pause after one whose answer names no time. */
const MINUTE_MS = 60_000;

/** Characters of a message in which a limit or a time is looked for. */
const READ_WORDS = 1_000;

/** Words of a 403 that name a limit of calls, and none that a rule of the practice may have. */
const NAMES_LIMIT =
  /\b(?:api|rate|usage|request|call)s?[ -](?:limit|quota)|\blimit of (?:calls|requests)|\b(?:too many|no more) (?:calls|requests)|\bthrottl/i;

/**
 * Returns the milliseconds that a response asks to wait, at most MAX_PAUSE_MS: by `Retry-After`, or in the words of its
 * message, such as "try in 844 seconds". Null if it does not say.
 */
export function retryAfterOf(response: EmrResponse, message: string): number | null {
  const asked = retryAfterMs(response.headers["retry-after"], { mostMs: MAX_PAUSE_MS });
  if (asked !== null) return asked;
  const [, seconds] = /\b(\d{1,6}) ?s(?:ec(?:ond)?s?)?\b/i.exec(beginningOf(message, READ_WORDS)) ?? [];
  return seconds === undefined ? null : Math.min(Number(seconds) * 1_000, MAX_PAUSE_MS);
}

const hasNoneLeft = ({ headers }: EmrResponse): boolean =>
  [headers["ratelimit-remaining"], headers["x-ratelimit-remaining"]].includes("0");

/**
 * Returns whether the EMR did not take the call because its limit of calls is reached. A 403 means that if it says when
 * to come back, that no call is left, or names the limit.
 */
export const refusesByLimit = (response: EmrResponse, message: string): boolean =>
  response.status === 429 ||
  (response.status === 403 &&
    (retryAfterOf(response, message) !== null ||
      hasNoneLeft(response) ||
      NAMES_LIMIT.test(beginningOf(message, READ_WORDS))));

/**
 * Returns the limit of calls that a response shows: its `RateLimit-Limit` per minute, or that it was met, which closes the
 * EMR for a minute if the response does not say how long.
 */
export function limitOf(response: EmrResponse, message: string): FoundLimit | null {
  const isMet = refusesByLimit(response, message);
  const stated = Number(/^\d{1,9}/.exec(response.headers["ratelimit-limit"] ?? "")?.[0] ?? Number.NaN);
  if (!isMet && Number.isNaN(stated)) return null;
  const calls = Number.isNaN(stated) ? null : stated;
  return {
    calls,
    windowMs: calls === null ? null : MINUTE_MS,
    pauseMs: isMet ? (retryAfterOf(response, message) ?? MINUTE_MS) : null,
    from: calls === null ? `the status ${response.status}` : "RateLimit-Limit",
  };
}

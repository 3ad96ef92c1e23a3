import type { EmrResponse } from "#lib/egress/emr-client";
import type { FoundLimit } from "#lib/emr/port/calls";

/** Window of most limits: of one whose answer names none, and the pause after one whose answer names no time. */
const MINUTE_MS = 60_000;

/** Words of a 403 that name a limit of calls, and none that a rule of the practice may have. */
const NAMES_LIMIT =
  /\b(?:api|rate|usage|request|call)s?[ -](?:limit|quota)|\blimit of (?:calls|requests)|\b(?:too many|no more) (?:calls|requests)|\bthrottl/i;

/**
 * Returns the milliseconds that a response asks to wait: by `Retry-After`, or in the words of its message, such as
 * "try in 844 seconds". Null if it does not say.
 */
export function retryAfterOf(response: EmrResponse, message: string): number | null {
  const header = response.headers["retry-after"];
  if (header !== undefined) {
    if (/^\d+$/.test(header)) return Number(header) * 1_000;
    const at = Date.parse(header);
    if (!Number.isNaN(at)) return Math.max(0, at - Date.now());
  }
  const [, seconds] = /\b(\d{1,6}) ?s(?:ec(?:ond)?s?)?\b/i.exec(message) ?? [];
  return seconds === undefined ? null : Number(seconds) * 1_000;
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
    (retryAfterOf(response, message) !== null || hasNoneLeft(response) || NAMES_LIMIT.test(message)));

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

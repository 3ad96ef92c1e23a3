import type { EmrResponse } from "#lib/egress/emr-client";
import type { FoundLimit } from "#lib/emr/port/calls";

const MINUTE_MS = 60_000;

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

/** Returns whether the EMR did not take the call because its limit of calls is reached. */
export const refusesByLimit = (response: EmrResponse, message: string): boolean =>
  response.status === 429 || (response.status === 403 && retryAfterOf(response, message) !== null);

/** Returns the limit of calls that a response shows: its `RateLimit-Limit` per minute, or that it was met. */
export function limitOf(response: EmrResponse, message: string): FoundLimit | null {
  const isMet = refusesByLimit(response, message);
  const stated = Number(/^\d{1,9}/.exec(response.headers["ratelimit-limit"] ?? "")?.[0] ?? Number.NaN);
  if (!isMet && Number.isNaN(stated)) return null;
  const calls = Number.isNaN(stated) ? null : stated;
  return {
    calls,
    windowMs: calls === null ? null : MINUTE_MS,
    pauseMs: isMet ? retryAfterOf(response, message) : null,
    from: calls === null ? `the status ${response.status}` : "RateLimit-Limit",
  };
}

import { jsonResponse } from "#lib/api/answer/error-response";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";

/**
 * Returns the 429 for too many sign-in attempts, with `Retry-After` (seconds). The sign-in library's client reads the
 * reason from `url`.
 */
export function tooManyAttempts(retryAfter: number): Response {
  const env = environment();
  const url = new URL("/sign-in", consoleAddress(env, env.PORT));
  url.searchParams.set("error", `TooManyAttempts:${retryAfter}`);
  const minutes = Math.ceil(retryAfter / 60);
  const message = `Too many attempts to sign in. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}`;
  return jsonResponse(429, { success: false, message, url: url.toString() }, { "retry-after": String(retryAfter) });
}

import { jsonResponse } from "#lib/api/answer/error-response";
import { consoleAddress } from "#lib/kernel/addresses";
import { environment } from "#lib/kernel/environment";
import { SECOND_STEP } from "#lib/sign-in/return-address";

/**
 * Returns the answer to a right password after which a second factor must follow: no session, but the cookie of the
 * challenge. The sign-in library's client reads where to go from `url`.
 */
export function secondStepFollows(cookie: string): Response {
  const env = environment();
  const url = new URL(SECOND_STEP, consoleAddress(env, env.PORT)).href;
  return jsonResponse(200, { url }, { "set-cookie": cookie });
}

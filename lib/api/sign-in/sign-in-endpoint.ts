import type { NextAuthOptions } from "next-auth";
import { jsonResponse } from "#lib/api/answer/error-response";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import type { Person } from "#lib/sign-in/find-person";
import { deviceCookie } from "#lib/sign-in/known-device";
import { nextAuthOptions } from "#lib/sign-in/next-auth-options";
import { providerStep, takeProviderStep } from "./provider-step.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";

/**
 * Answers a request under /api/auth, `parts` being those of its path behind that, by the sign-in library (`ask`): 429 for
 * one attempt too many, and whoever is signed in finds their browser known the next time.
 */
export async function answerSignIn(
  request: Request,
  parts: readonly string[],
  ask: (options: NextAuthOptions) => Promise<Response>,
): Promise<Response> {
  // The library's way for a page to write into our log, which is nobody's to write into.
  if (parts[0] === "_log") return jsonResponse(200, {});
  const address = request.headers.get(CALLER_ADDRESS_HEADER);
  const cookies = request.headers.get("cookie");
  const told: { retryAfter: number | null; owner: Person | null } = { retryAfter: null, owner: null };
  const options = nextAuthOptions({
    address,
    cookies,
    onThrottled(seconds) {
      told.retryAfter = seconds;
    },
    onSignedIn(person) {
      told.owner = person;
    },
  });
  const answer = () => ask(options);
  const step = providerStep(request.method, parts);
  const answered = await (step ? takeProviderStep(request, step, address, answer) : answer());
  if (told.retryAfter !== null) return tooManyAttempts(told.retryAfter);
  if (told.owner) answered.headers.append("set-cookie", deviceCookie(cookies, told.owner));
  return answered;
}

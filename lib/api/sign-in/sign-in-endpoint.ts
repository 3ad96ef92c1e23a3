import type { NextAuthOptions } from "next-auth";
import { errorResponse, jsonResponse } from "#lib/api/answer/error-response";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { deviceCookie } from "#lib/sign-in/known-device";
import { nextAuthOptions } from "#lib/sign-in/next-auth-options";
import type { Person } from "#lib/sign-in/person";
import { endedChoiceCookie } from "#lib/sign-in/provider-choice/choice";
import { providerStep, takeProviderStep } from "./provider-step.ts";
import { refuseBody } from "./refuse-body.ts";
import { refuseCallback, refuseReadPassword } from "./refuse-callback.ts";
import { secondStepFollows } from "./second-step-follows.ts";
import { tooManyAttempts } from "./too-many-attempts.ts";

/**
 * Answers a request under /api/auth; `parts` are the parts of its path below that. The steps of a sign-in through a
 * provider are answered here, all others by the sign-in library (`ask`), which knows passwords alone. Returns 429 after too
 * many attempts, leads to the second factor if one must follow the password, and marks the browser as known after a
 * successful sign-in.
 */
export async function answerSignIn(
  request: Request,
  parts: readonly string[],
  ask: (options: NextAuthOptions) => Promise<Response>,
): Promise<Response> {
  // The library lets a page write to our log here; no page may.
  if (parts[0] === "_log") return jsonResponse(200, {});
  const step = providerStep(request.method, parts);
  if (step) {
    return takeProviderStep(request, step).catch((error: unknown) =>
      errorResponse(error, `${request.method} /api/auth/${parts[0]}`),
    );
  }
  const refused = refuseReadPassword(request, parts) ?? refuseCallback(request) ?? (await refuseBody(request));
  if (refused) return refused;
  const cookies = request.headers.get("cookie");
  const outcome: { retryAfter: number | null; secondStep: string | null; owner: Person | null } = {
    retryAfter: null,
    secondStep: null,
    owner: null,
  };
  const options = nextAuthOptions({
    address: request.headers.get(CALLER_ADDRESS_HEADER),
    cookies,
    userAgent: request.headers.get("user-agent"),
    onThrottled(seconds) {
      outcome.retryAfter = seconds;
    },
    onSecondStep(cookie) {
      outcome.secondStep = cookie;
    },
    onSignedIn(person) {
      outcome.owner = person;
    },
  });
  const answered = await ask(options);
  if (outcome.retryAfter !== null) return tooManyAttempts(outcome.retryAfter);
  if (outcome.secondStep !== null) return secondStepFollows(outcome.secondStep);
  if (outcome.owner) {
    for (const cookie of [deviceCookie(cookies, outcome.owner), endedChoiceCookie()]) {
      answered.headers.append("set-cookie", cookie);
    }
  }
  return answered;
}

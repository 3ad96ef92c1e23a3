import { z } from "zod";
import { jsonResponse } from "#lib/api/answer/error-response";
import { CALLER_ADDRESS_HEADER } from "#lib/api/request/peer";
import { consoleAddress } from "#lib/kernel/addresses";
import { readJsonObject } from "#lib/kernel/body";
import { environment } from "#lib/kernel/environment";
import type { HttpRequest } from "#lib/kernel/http-request";
import { logger } from "#lib/kernel/logger";
import { isSameOrigin } from "#lib/security/credentials/same-origin";
import { deviceCookie } from "#lib/sign-in/known-device";
import { attemptCookie, endedAttemptCookie, keptAttempt } from "#lib/sign-in/openid/attempt";
import { UnusableProvider } from "#lib/sign-in/openid/description";
import { failureWords } from "#lib/sign-in/openid/failure";
import { findProvider, isProviderId } from "#lib/sign-in/openid/find-provider";
import { comeBackFrom, leaveFor } from "#lib/sign-in/openid/sign-in";
import { organizationOfProvider, ownSignInPath } from "#lib/sign-in/own-provider/names";
import { choiceCookie, endedChoiceCookie } from "#lib/sign-in/provider-choice/choice";
import type { ProviderRefusal } from "#lib/sign-in/provider-refusal";
import { choiceAddress, returnAddress, signInAddress } from "#lib/sign-in/return-address";
import { sessionCookie } from "#lib/sign-in/session-cookie";
import { beginSignIn, endProviderSignIn } from "#lib/sign-in/sign-in-throttle";

const STATUS: Record<ProviderRefusal, number> = {
  unreachable: 503,
  failed: 400,
  unknown: 403,
  throttled: 429,
};

const MESSAGE: Record<ProviderRefusal, string> = {
  unreachable: "The organization's provider could not be reached",
  failed: "The sign-in could not be begun",
  unknown: "No person here has this account",
  throttled: "Too many attempts to sign in",
};

/** What a page sends to leave for a provider. */
const leaving = z.object({
  /** The console's page that follows. */
  next: z.string().nullish(),
  /** The token of the invitation that the person accepts by this sign-in. */
  invitation: z.string().max(200).nullish(),
});

/** The two steps of a sign-in through a provider: the redirect to it, and the return. */
interface ProviderStep {
  step: "leave" | "return";
  /** The provider's id. */
  id: string;
}

/** Returns the step of a request by the parts of its path below /api/auth; null for other requests. */
export function providerStep(method: string, [action, id]: readonly string[]): ProviderStep | null {
  if (!isProviderId(id)) return null;
  if (action === "signin" && method === "POST") return { step: "leave", id };
  return action === "callback" ? { step: "return", id } : null;
}

function noteFailure(operation: ProviderStep["step"], error: unknown): void {
  logger.warn({ operation, ...failureWords(error) }, "a sign-in through a provider could not go on");
}

function refuseToLeave(refused: ProviderRefusal, retryAfter: number | null = null): Response {
  const body = { success: false, message: MESSAGE[refused], refused };
  return jsonResponse(STATUS[refused], body, retryAfter === null ? {} : { "retry-after": String(retryAfter) });
}

/** Answers a page that leaves for a provider, with the address there. */
async function leave(request: HttpRequest, id: string): Promise<Response> {
  // Another site must not choose at which provider, or with whose invitation, somebody signs in.
  if (!isSameOrigin(request.headers)) return refuseToLeave("failed");
  const { retryAfter } = await beginSignIn(null, request.headers.get(CALLER_ADDRESS_HEADER));
  if (retryAfter !== null) return refuseToLeave("throttled", retryAfter);
  const given = leaving.safeParse(await readJsonObject(request));
  const provider = await findProvider(id);
  if (!given.success || !provider) return refuseToLeave("failed");
  const { next, invitation = null } = given.data;
  try {
    const { url, attempt } = await leaveFor(provider, { next: returnAddress(next), invitation });
    const answer = jsonResponse(200, { success: true, url: url.href });
    // A new sign-in ends an open choice, which may be that of another person in this browser.
    for (const cookie of [await attemptCookie(attempt), endedChoiceCookie()])
      answer.headers.append("set-cookie", cookie);
    return answer;
  } catch (error) {
    noteFailure("leave", error);
    return refuseToLeave(error instanceof UnusableProvider ? "failed" : "unreachable");
  }
}

/** What follows a return from a provider: a session, or the choice before it. */
interface Taken {
  step: "session" | "choice";
  cookies: string[];
}

/** Takes a browser that comes back from a provider. Returns what follows, or why nothing does. */
async function takeBack(request: HttpRequest, id: string): Promise<Taken | ProviderRefusal> {
  const address = request.headers.get(CALLER_ADDRESS_HEADER);
  const cookies = request.headers.get("cookie");
  const { retryAfter } = await beginSignIn(null, address);
  if (retryAfter !== null) return "throttled";
  const provider = await findProvider(id);
  if (!provider) return "failed";
  try {
    const attempt = await keptAttempt(cookies);
    const claims = await comeBackFrom(provider, attempt, new URL(request.url).search);
    const userAgent = request.headers.get("user-agent");
    const begun = await provider.begin(claims, attempt?.invitation ?? null, {
      route: `GET /api/auth/callback/${organizationOfProvider(id) ? "own" : id}`,
      address,
      cookies,
      userAgent,
    });
    if (typeof begun === "string") return begun;
    await endProviderSignIn(address);
    if ("choice" in begun) return { step: "choice", cookies: [await choiceCookie(begun.choice)] };
    const session = await sessionCookie(begun.session);
    return { step: "session", cookies: begun.known ? [session, deviceCookie(cookies, begun.known)] : [session] };
  } catch (error) {
    noteFailure("return", error);
    return "failed";
  }
}

/**
 * Answers a browser that comes back from a provider: leads to the page that the person wanted, to that of a choice, or to the
 * sign-in page with the reason in our own words. Nothing that the provider or a URL contains is repeated.
 */
async function comeBack(request: HttpRequest, id: string): Promise<Response> {
  const taken = await takeBack(request, id);
  const next = (await keptAttempt(request.headers.get("cookie")))?.next ?? null;
  const organizationId = organizationOfProvider(id);
  const at = organizationId ? ownSignInPath(organizationId) : "/sign-in";
  if (typeof taken === "string") return leadTo(signInAddress(next, { refused: taken, at }), []);
  const env = environment();
  const page = taken.step === "choice" ? choiceAddress(next) : (next ?? "/");
  return leadTo(consoleAddress(env, env.PORT) + page, taken.cookies);
}

/** Returns the redirect that ends an attempt. */
function leadTo(location: string, cookies: readonly string[]): Response {
  const response = new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
  for (const cookie of [endedAttemptCookie(), ...cookies]) response.headers.append("set-cookie", cookie);
  return response;
}

/**
 * Answers one step of a sign-in through a provider, unless there were too many from this address, as both steps cause
 * requests to the provider.
 */
export const takeProviderStep = (request: HttpRequest, { step, id }: ProviderStep): Promise<Response> =>
  step === "leave" ? leave(request, id) : comeBack(request, id);

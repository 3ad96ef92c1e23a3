import { jsonResponse } from "#lib/api/answer/error-response";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { hasProvider, OIDC } from "#lib/sign-in/oidc-provider";
import { endedInvitationCookie } from "#lib/sign-in/own-provider/invitation-cookie";
import { organizationOfProvider } from "#lib/sign-in/own-provider/names";
import { endedProviderCookies, nextPageCookieName } from "#lib/sign-in/provider-cookies";
import type { ProviderRefusal } from "#lib/sign-in/provider-refusal";
import { signInAddress } from "#lib/sign-in/return-address";
import { beginSignIn } from "#lib/sign-in/sign-in-throttle";

/** The two steps of a sign-in through the organization's provider: the redirect to it, and the return. */
type Step = "leave" | "return";

/** One step of an attempt. */
interface Attempt {
  step: Step;
  address: string | null;
  /** Path of the sign-in page that explains a refusal. */
  at: string;
}

const STATUS: Record<ProviderRefusal, number> = { unreachable: 503, failed: 400, unknown: 403, throttled: 429 };

const MESSAGE: Record<ProviderRefusal, string> = {
  unreachable: "The organization's provider could not be reached",
  failed: "The sign-in could not be begun",
  unknown: "No person here has this account",
  throttled: "Too many attempts to sign in",
};

/** Returns the step of a request by the parts of its path below /api/auth; null for other requests. */
export function providerStep(method: string, [action, provider]: readonly string[]): Step | null {
  const isKnown = (hasProvider() && provider === OIDC) || organizationOfProvider(provider) !== null;
  if (!isKnown) return null;
  if (action === "signin" && method === "POST") return "leave";
  return action === "callback" ? "return" : null;
}

/** Returns why the sign-in library refused, from its redirect target; null if it did not. */
function refusalIn(target: string | null): ProviderRefusal | null {
  const { pathname, searchParams } = new URL(target ?? "/api/auth/error", "http://console.invalid");
  if (!pathname.startsWith("/api/auth/")) return null;
  const error = searchParams.get("error");
  if (error === "OAuthSignin") return "unreachable";
  return error === "AccessDenied" ? "unknown" : "failed";
}

/** Returns the redirect target of the library's response: from its `Location` header or from its JSON body. */
async function targetOf(answer: Response): Promise<string | null> {
  const location = answer.headers.get("location");
  if (location !== null) return location;
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { url?: unknown } | null;
  return typeof body?.url === "string" ? body.url : null;
}

/** Returns the console page that the user wanted, from the browser's cookie. */
function wantedPage(request: Request): string | null {
  const kept = cookieValue(request.headers.get("cookie"), nextPageCookieName());
  if (kept === null || !URL.canParse(kept)) return null;
  const { pathname, search } = new URL(kept);
  return pathname + search;
}

function refuse(
  request: Request,
  { step, at }: Attempt,
  refused: ProviderRefusal,
  retryAfter: number | null,
): Response {
  if (step === "leave") {
    const body = { success: false, message: MESSAGE[refused], refused };
    return jsonResponse(STATUS[refused], body, retryAfter === null ? {} : { "retry-after": String(retryAfter) });
  }
  const location = signInAddress(wantedPage(request), { refused, at });
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

async function answerStep(request: Request, attempt: Attempt, answer: () => Promise<Response>): Promise<Response> {
  const { retryAfter } = await beginSignIn(null, attempt.address);
  if (retryAfter !== null) return refuse(request, attempt, "throttled", retryAfter);
  const answered = await answer();
  const refused = refusalIn(await targetOf(answered));
  return refused ? refuse(request, attempt, refused, null) : answered;
}

/**
 * Answers one step of a sign-in through the provider with the sign-in library (`answer`), unless there were too many
 * from this address, as both steps cause requests to the provider. A refusal is explained in our own words, to the
 * calling page or on the sign-in page; nothing that the provider or a URL contains is repeated.
 */
export async function takeProviderStep(
  request: Request,
  attempt: Attempt,
  answer: () => Promise<Response>,
): Promise<Response> {
  const response = await answerStep(request, attempt, answer);
  if (attempt.step === "return")
    for (const cookie of [...endedProviderCookies(), endedInvitationCookie()])
      response.headers.append("set-cookie", cookie);
  return response;
}

import { jsonResponse } from "#lib/api/answer/error-response";
import { cookieValue } from "#lib/security/credentials/cookie-value";
import { hasProvider, OIDC } from "#lib/sign-in/oidc-provider";
import { endedProviderCookies, nextPageCookieName } from "#lib/sign-in/provider-cookies";
import type { ProviderRefusal } from "#lib/sign-in/provider-refusal";
import { signInAddress } from "#lib/sign-in/return-address";
import { beginSignIn } from "#lib/sign-in/sign-in-throttle";

/** The two steps of a sign-in through the organization's provider: leaving for it, and coming back. */
type Step = "leave" | "return";

const STATUS: Record<ProviderRefusal, number> = { unreachable: 503, failed: 400, unknown: 403, throttled: 429 };

const MESSAGE: Record<ProviderRefusal, string> = {
  unreachable: "The organization's provider could not be reached",
  failed: "The sign-in could not be begun",
  unknown: "Nobody here has this account",
  throttled: "Too many attempts to sign in",
};

/** The step that a request under /api/auth is, by the parts of its path behind that; null for another one. */
export function providerStep(method: string, [action, provider]: readonly string[]): Step | null {
  if (!hasProvider() || provider !== OIDC) return null;
  if (action === "signin" && method === "POST") return "leave";
  return action === "callback" ? "return" : null;
}

/** Why the sign-in library gave up, by where it would send the browser then; null where it goes on. */
function refusalIn(target: string | null): ProviderRefusal | null {
  const { pathname, searchParams } = new URL(target ?? "/api/auth/error", "http://console.invalid");
  if (!pathname.startsWith("/api/auth/")) return null;
  const error = searchParams.get("error");
  if (error === "OAuthSignin") return "unreachable";
  return error === "AccessDenied" ? "unknown" : "failed";
}

/** Where the library's answer sends the browser: in the answer's head, or in what it tells the page that asked. */
async function targetOf(answer: Response): Promise<string | null> {
  const location = answer.headers.get("location");
  if (location !== null) return location;
  const told = (await answer
    .clone()
    .json()
    .catch(() => null)) as { url?: unknown } | null;
  return typeof told?.url === "string" ? told.url : null;
}

/** The console's page that was wanted, as the browser has kept it. */
function wantedPage(request: Request): string | null {
  const kept = cookieValue(request.headers.get("cookie"), nextPageCookieName());
  if (kept === null || !URL.canParse(kept)) return null;
  const { pathname, search } = new URL(kept);
  return pathname + search;
}

function refuse(request: Request, step: Step, refused: ProviderRefusal, retryAfter: number | null): Response {
  if (step === "leave") {
    const body = { success: false, message: MESSAGE[refused], refused };
    return jsonResponse(STATUS[refused], body, retryAfter === null ? {} : { "retry-after": String(retryAfter) });
  }
  const location = signInAddress(wantedPage(request), { refused });
  return new Response(null, { status: 302, headers: { location, "cache-control": "no-store" } });
}

async function answerStep(
  request: Request,
  step: Step,
  address: string | null,
  answer: () => Promise<Response>,
): Promise<Response> {
  const { retryAfter } = await beginSignIn(null, address);
  if (retryAfter !== null) return refuse(request, step, "throttled", retryAfter);
  const answered = await answer();
  const refused = refusalIn(await targetOf(answered));
  return refused ? refuse(request, step, refused, null) : answered;
}

/**
 * One step of a sign-in through the provider, answered by the sign-in library (`answer`) unless there were too many from
 * this address: both make us ask the provider. What comes to nothing is told in one of our own words, to the page that
 * asked or on the sign-in's page; nothing of what the provider or an address says is repeated.
 */
export async function takeProviderStep(
  request: Request,
  step: Step,
  address: string | null,
  answer: () => Promise<Response>,
): Promise<Response> {
  const response = await answerStep(request, step, address, answer);
  if (step === "return") for (const cookie of endedProviderCookies()) response.headers.append("set-cookie", cookie);
  return response;
}

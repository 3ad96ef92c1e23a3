import { readCapped } from "#lib/kernel/body";
import { DomainError } from "#lib/kernel/domain-error";
import type { HttpRequest } from "#lib/kernel/http-request";
import { isSameOrigin } from "#lib/security/credentials/same-origin";
import { browserCookie, browserOf, endedBrowserCookie } from "./browser-cookie.ts";
import { comeBack, type Ended, leave } from "./flow.ts";
import { namedBy } from "./pass.ts";

const HEADERS = {
  "cache-control": "no-store",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/**
 * Leads to the page that says what became of a sign-in, or back to the view that left itself: as at first, with its token in the
 * fragment, which browsers send to no server.
 */
const tell = ({ outcome, back }: Ended, cookies: string[] = []): Response => {
  const location = back
    ? `/embed/${back.linkId}?signed_in=${back.authorizationId}#${back.linkToken}`
    : `/emr-authorization?outcome=${outcome}`;
  const headers = new Headers({ ...HEADERS, location });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
};

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * Returns a page that leads on to the EMR: pages of the console may send their forms to the console alone, also by a redirect.
 */
function leadingTo(address: string, cookie: string): Response {
  const at = escaped(address);
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>To your EMR</title><meta http-equiv="refresh" content="0;url=${at}"></head><body><a href="${at}">Go on to your EMR</a></body></html>`;
  return new Response(page, {
    headers: {
      ...HEADERS,
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
      "set-cookie": cookie,
    },
  });
}

/**
 * Returns whether a page of ours sent its form. Such a page tells nobody its address, so the browser leaves out its origin too, and
 * says in a header of its own that it is ours.
 */
const isOurs = (headers: Headers): boolean => headers.get("sec-fetch-site") === "same-origin" || isSameOrigin(headers);

/** Begins a sign-in at an EMR in the window that asks for it: a form of our own page sends it, so that no link from elsewhere can. */
export async function beginInWindow(request: HttpRequest): Promise<Response> {
  if (!isOurs(request.headers)) {
    throw new DomainError("forbidden", "Not allowed: this request must come from the console's own pages");
  }
  const form = new URLSearchParams(Buffer.from(await readCapped(request)).toString());
  const left = await leave(form.get("start") ?? "", form.get("link_token") ?? undefined);
  return "outcome" in left ? tell(left) : leadingTo(left.address, browserCookie(left.id, left.browser));
}

/** Ends a sign-in at an EMR, with the query by which the EMR leads back. */
export async function endInWindow(request: HttpRequest): Promise<Response> {
  const asked = new URL(request.url).searchParams;
  // A parameter that is there twice could be read in two ways (RFC 6749, 3.1).
  const one = (name: string) => (asked.getAll(name).length === 1 ? asked.get(name) : null);
  const state = one("state") ?? "";
  const answer = { state, code: one("code"), error: one("error"), iss: one("iss") };
  const ended = await comeBack(answer, (id) => browserOf(request.headers.get("cookie"), id));
  const named = namedBy(state);
  return tell(ended, named && ended.outcome !== "other_browser" ? [endedBrowserCookie(named.id)] : []);
}

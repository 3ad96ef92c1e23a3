import { type NextRequest, NextResponse } from "next/server";
import { findEmbedPage } from "#lib/administration/embedding/page";
import { logger } from "#lib/kernel/logger";

/** React's and Next.js's own development tools evaluate code and write style elements; no built product does. */
const DEVELOPMENT = process.env.NODE_ENV === "development";

const EMBEDDED = /^\/embed\/([^/]+)$/;

/**
 * Who may frame a page: nobody, but for an embedded view the origins that its organization registered (decisions §9).
 * Where they can't be read, nobody.
 */
async function ancestorsOf(path: string): Promise<string> {
  const session = EMBEDDED.exec(path)?.[1];
  if (session === undefined) return "'none'";
  try {
    return (await findEmbedPage(session))?.ancestors.join(" ") || "'none'";
  } catch (error) {
    logger.error({ code: (error as { code?: string }).code }, "who may frame a view could not be read");
    return "'none'";
  }
}

/**
 * Headers of every page: a content security policy with a nonce of its own, and what else keeps a page from being
 * framed, sniffed or followed. It authorises nothing; each page and each route does that for itself.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${DEVELOPMENT ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // The component library positions what floats with style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The PDF viewer draws in a worker of our own.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${await ancestorsOf(pathname)}`,
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // A page does not know its own address; the sign-in leads back to it.
  headers.set("x-crc-page", pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  // An address names a session, a patient, or what was searched for: nobody needs to hear of it once more.
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
  return response;
}

/** Every address but those that answer with no page: one that only begins like them is a page that is not there. */
export const config = {
  matcher: ["/((?!v1/|v1$|api/|_next/static/|_next/image$|icon\\.svg$|embed\\.js$|embed\\.d\\.ts$).*)"],
};

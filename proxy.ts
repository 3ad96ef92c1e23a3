import { type NextRequest, NextResponse } from "next/server";
import { findEmbedPage } from "#lib/administration/embedding/page";
import { logger } from "#lib/kernel/logger";

/** React's and Next.js's development tools evaluate code and create style elements; production builds do not. */
const DEVELOPMENT = process.env.NODE_ENV === "development";

const EMBEDDED = /^\/embed\/([^/]+)$/;

/**
 * Returns the `frame-ancestors` of a page: for an embedded view the origins that its organization registered (decisions
 * §9), 'none' for all other pages and if the origins cannot be read.
 */
async function ancestorsOf(path: string): Promise<string> {
  const session = EMBEDDED.exec(path)?.[1];
  if (session === undefined) return "'none'";
  try {
    return (await findEmbedPage(session))?.ancestors.join(" ") || "'none'";
  } catch (error) {
    logger.error({ code: (error as { code?: string }).code }, "the origins that may frame a view could not be read");
    return "'none'";
  }
}

/**
 * Sets the headers of every page: a content security policy with a nonce, and headers against framing, sniffing and
 * leaks by referrer. Does not authorize requests; every page and route does that itself.
 */
export async function proxy(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64");
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${DEVELOPMENT ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    // The component library positions overlays with style attributes.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // The PDF viewer renders in a worker from this origin.
    "worker-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${await ancestorsOf(pathname)}`,
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // Pages cannot read their URL on the server; the sign-in needs it to redirect back.
  headers.set("x-crc-page", pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  // URLs contain session ids, MRNs and search terms and must not leak to other sites.
  response.headers.set("referrer-policy", "no-referrer");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  if (EMBEDDED.test(pathname)) {
    // Else a page that isolates itself from other origins (COEP) could not frame the view.
    response.headers.set("cross-origin-embedder-policy", "require-corp");
    response.headers.set("cross-origin-resource-policy", "cross-origin");
  }
  response.headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
  return response;
}

/**
 * Matches all paths except those that do not return a page. A path that merely starts like one of these is a page that
 * does not exist.
 */
export const config = {
  matcher: [
    "/((?!v1/|v1$|mcp$|client$|client/[\\w.-]+\\.(?:tgz|json)$|scim/v2/|api/|\\.well-known/jwks/|\\.well-known/oauth-protected-resource(?:/mcp)?$|\\.well-known/oauth-authorization-server$|_next/static/|_next/image$|icon\\.svg$|embed\\.js$|embed\\.d\\.ts$).*)",
  ],
};

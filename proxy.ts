import { type NextRequest, NextResponse } from "next/server";

/** React's and Next.js's own development tools evaluate code and write style elements; no built product does. */
const DEVELOPMENT = process.env.NODE_ENV === "development";

/**
 * Headers of every page: a content security policy with a nonce of its own, and what else keeps a page from being
 * framed, sniffed or followed. It authorises nothing; each page and each route does that for itself.
 */
export function proxy(request: NextRequest): NextResponse {
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
    "frame-ancestors 'none'",
  ].join("; ");
  const headers = new Headers(request.headers);
  headers.set("x-nonce", nonce);
  headers.set("content-security-policy", policy);
  // A page does not know its own address; the sign-in leads back to it.
  headers.set("x-crc-page", request.nextUrl.pathname + request.nextUrl.search);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("content-security-policy", policy);
  response.headers.set("x-content-type-options", "nosniff");
  response.headers.set("referrer-policy", "same-origin");
  response.headers.set("cross-origin-opener-policy", "same-origin");
  response.headers.set("permissions-policy", "camera=(), geolocation=(), microphone=()");
  return response;
}

export const config = { matcher: ["/((?!v1|api|_next/static|_next/image|icon|embed.js).*)"] };

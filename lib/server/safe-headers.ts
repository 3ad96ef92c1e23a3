import type { IncomingMessage, ServerResponse } from "node:http";
import { isPageAddress } from "./page-address.ts";

/** Addresses that partners' pages load from another origin (decisions §9): the script and the framed pages. */
const FOR_PARTNERS = /^\/embed(\.js|\/|\?|$)/;

/** One year in seconds, for this host alone: its subdomains may belong to others and use plain http. */
const HTTPS_ALONE = "max-age=31536000";

const safeHeaders = (url: string, isHttps: boolean): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  // Addresses contain search terms, so no other server may receive them as a referrer.
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": FOR_PARTNERS.test(url) ? "cross-origin" : "same-origin",
  ...(isHttps ? { "strict-transport-security": HTTPS_ALONE } : {}),
  ...(isPageAddress(url) ? {} : { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" }),
});

/**
 * Adds to every answer the headers that prevent sniffing, referrers and framing: pages, `/v1`, files and refusals. If
 * PUBLIC_URL is https, Strict-Transport-Security is added. It keeps a header that the answer sets itself, such as a
 * document's stricter policy.
 */
export function keepSafe(
  { url = "" }: Pick<IncomingMessage, "url">,
  response: ServerResponse,
  publicUrl: string | undefined,
): void {
  const isHttps = publicUrl?.startsWith("https://") ?? false;
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...head: Parameters<typeof writeHead>) {
    for (const [name, value] of Object.entries(safeHeaders(url, isHttps))) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    return writeHead.apply(response, head);
  } as typeof writeHead;
}

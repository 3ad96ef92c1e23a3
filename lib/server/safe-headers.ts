import type { IncomingMessage, ServerResponse } from "node:http";

/** What partners' pages load from another origin (decisions §9): the script, and the pages that it frames. */
const FOR_PARTNERS = /^\/embed(\.js|\/|\?|$)/;

/** Answers that are no page: a browser that is led to one has nothing to run, to load or to frame. */
const NO_PAGE = /^\/(v1|api)(\/|\?|$)/;

/** A year, in seconds. Of this host alone: its subdomains may be others' and speak plain http. */
const HTTPS_ALONE = "max-age=31536000";

const safeHeaders = (url: string, isHttps: boolean): Record<string, string> => ({
  "x-content-type-options": "nosniff",
  // Addresses hold what was searched for: no server, nor the log of a proxy before this one, hears of them once more.
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": FOR_PARTNERS.test(url) ? "cross-origin" : "same-origin",
  ...(isHttps ? { "strict-transport-security": HTTPS_ALONE } : {}),
  ...(NO_PAGE.test(url) ? { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" } : {}),
});

/**
 * Gives every answer, whoever makes it, the headers that keep it from being sniffed, followed and loaded by others: pages,
 * `/v1`, files, what is static, and refusals. Where people reach the console by https (PUBLIC_URL), browsers are told to come
 * by it alone. What an answer says itself stands, such as a document's stricter policy.
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

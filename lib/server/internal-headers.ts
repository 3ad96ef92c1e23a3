import type { IncomingMessage } from "node:http";

/**
 * What the framework and its hosts tell themselves in headers, and no client has to send: by one of them (prefetching of
 * a middleware) it would answer any address with an empty 200.
 */
const INTERNAL = /^x-(?:(?:middleware|invoke|now|matched|crc)-|nextjs-data$)/;

/** What the framework's client sends with requests for pages; elsewhere it would answer them with a detour. */
const OF_PAGES = /^(rsc|next-(router-.+|url|action))$/;

const NO_PAGE = /^\/(v1|api)(\/|\?|$)/;

/** Takes the framework's internal headers, and ours, off a request before anybody reads them: they change nothing. */
export function dropInternalHeaders({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): void {
  const isPage = !NO_PAGE.test(url);
  for (const name of Object.keys(headers)) {
    if (INTERNAL.test(name) || (!isPage && OF_PAGES.test(name))) delete headers[name];
  }
}

import type { IncomingMessage } from "node:http";
import { parseAndValidateFlightRouterState } from "next/dist/server/app-render/parse-and-validate-flight-router-state.js";
import { isPageAddress } from "./page-address.ts";

/**
 * Headers that the framework and its hosts exchange and no client needs to send. With one of them (middleware prefetch)
 * the framework answers any address with an empty 200. No page has a server action, and the framework logs the id of an
 * unknown one.
 */
const INTERNAL = /^(?:x-(?:(?:middleware|invoke|now|matched|crc)-|nextjs-data$)|next-action$)/;

/** Headers of the framework's client for pages. For other addresses the framework would redirect such a request. */
const OF_PAGES = /^(rsc|next-(router-.+|url))$/;

/** What the framework's client shows now, which the framework reads in some renderings alone, and then by 500 if it cannot. */
const STATE = "next-router-state-tree";

function isState(header: string | string[] | undefined): boolean {
  try {
    parseAndValidateFlightRouterState(header);
    return true;
  } catch {
    return false;
  }
}

/** Removes the framework's internal headers, and ours, from a request before any handler reads them. */
export function dropInternalHeaders({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): void {
  const isPage = isPageAddress(url);
  for (const name of Object.keys(headers)) {
    if (INTERNAL.test(name) || (!isPage && OF_PAGES.test(name))) delete headers[name];
  }
  // Without it, the framework sends the whole page.
  if (!isState(headers[STATE])) delete headers[STATE];
}

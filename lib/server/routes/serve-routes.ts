import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { errorResponse } from "#lib/api/answer/error-response";
import { awaitBody, streamBody } from "#lib/server/arriving-body";
import { type Refusal, refuse } from "#lib/server/refusal";
import { IncomingRequest } from "./incoming-request.ts";
import type { PageTable } from "./page-table.ts";
import { routeFiles } from "./route-files.ts";
import { type Match, type RouteFunction, type RouteModule, RouteTable } from "./route-table.ts";
import { sendResponse } from "./send-response.ts";

/** Imports the route files that the server calls itself. */
export async function loadRoutes(root: string): Promise<RouteTable> {
  const table = new RouteTable();
  const files = routeFiles(root);
  const modules = await Promise.all(files.map(({ file }) => import(file) as Promise<RouteModule>));
  for (const [index, { segments }] of files.entries()) table.add(segments, modules[index] as RouteModule);
  return table;
}

/** Returns the function of a route for a method. As in the framework, HEAD is answered by GET. */
const functionFor = ({ module }: Match, method: string): RouteFunction | undefined =>
  module[method] ?? (method === "HEAD" ? module.GET : undefined);

const READS = ["GET", "HEAD"];
const PAGE_METHODS = [...READS, "OPTIONS"].join(", ");

/** Returns why a request that no page reads goes no further; null if a route of the framework answers it. */
function pageRefusal(pages: PageTable, method: string, path: string): Refusal | null {
  const answeredBy = pages.find(path);
  if (answeredBy === "route") return null;
  if (answeredBy === null) return { status: 404, message: "Route not found" };
  const message = `Method ${method} is not allowed here; allowed: ${PAGE_METHODS}`;
  return { status: 405, message, allow: PAGE_METHODS };
}

/**
 * Answers a request whose method only a route may take, unless one answers its address: no page has a server action,
 * and the framework would look for one in any form, and log what it does not find. Returns whether it has answered.
 */
function refuseAtPages(pages: PageTable, path: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const { method = "" } = incoming;
  if (READS.includes(method)) return false;
  const refused = pageRefusal(pages, method, path);
  if (refused?.allow !== undefined && method === "OPTIONS") {
    outgoing.writeHead(204, { allow: refused.allow }).end();
    incoming.resume();
  } else if (refused) refuse(incoming, outgoing, refused);
  return refused !== null;
}

/**
 * Returns a listener that calls the routes of a table directly, and passes every other request to the framework. Its
 * way to a handler costs more than most handlers do. Handlers called directly judge their caller before they read the body;
 * what goes to the framework waits until its body is there, so that nobody is judged before it. At `pages` it is asked to
 * read alone; the development server (null) has addresses of its own.
 */
export function serveRoutes(
  table: RouteTable,
  pages: PageTable | null,
  origin: string,
  framework: RequestListener,
): RequestListener {
  const call = async (run: RouteFunction, match: Match, incoming: IncomingMessage, outgoing: ServerResponse) => {
    streamBody(incoming);
    const request = new IncomingRequest(incoming, outgoing, origin);
    const response = await run(request, { params: Promise.resolve(match.params) }).catch((error: unknown) =>
      errorResponse(error, `${request.method} ${match.address}`),
    );
    await sendResponse(incoming, outgoing, response);
    // The unread rest of the body is discarded, so that the next request on this connection can be read.
    if (!incoming.readableEnded) incoming.resume();
  };
  const passOn = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    await awaitBody(incoming);
    framework(incoming, outgoing);
  };
  return (incoming, outgoing) => {
    const { url = "", method = "" } = incoming;
    const query = url.indexOf("?");
    const path = query < 0 ? url : url.slice(0, query);
    const match = table.find(path);
    const run = match && functionFor(match, method);
    if (run) call(run, match, incoming, outgoing).catch(() => outgoing.destroy());
    else if (!pages || !refuseAtPages(pages, path, incoming, outgoing))
      passOn(incoming, outgoing).catch(() => outgoing.destroy());
  };
}

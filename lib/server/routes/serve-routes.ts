import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { errorResponse } from "#lib/api/answer/error-response";
import { arrivedWhole, streamBody } from "#lib/server/arriving-body";
import { IncomingRequest } from "./incoming-request.ts";
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

/**
 * Returns a listener that calls the routes of a table directly, and passes every other request to the framework. Its
 * way to a handler costs more than most handlers do. Handlers called directly judge their caller before they read the body;
 * what goes to the framework waits until its body is there, so that nobody is judged before it.
 */
export function serveRoutes(table: RouteTable, origin: string, framework: RequestListener): RequestListener {
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
    await arrivedWhole(incoming);
    framework(incoming, outgoing);
  };
  return (incoming, outgoing) => {
    const { url = "", method = "" } = incoming;
    const query = url.indexOf("?");
    const match = table.find(query < 0 ? url : url.slice(0, query));
    const run = match && functionFor(match, method);
    if (run) call(run, match, incoming, outgoing).catch(() => outgoing.destroy());
    else passOn(incoming, outgoing).catch(() => outgoing.destroy());
  };
}

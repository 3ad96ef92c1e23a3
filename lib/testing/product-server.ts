import { POST as receiveEmrEvent } from "#app/api/emr-events/[token]/route.ts";
import { POST as receiveEmrWebhook } from "#app/api/emr-webhooks/[token]/route.ts";
import { POST as receiveEvent } from "#app/api/webhooks/inbox/route.ts";
import { type Handler, handlersOf } from "./api.ts";
import { describedRoutes } from "./described.ts";
import { type PublicServer, startPublicServer } from "./public-server.ts";

/** All routes of this product behind real HTTP, in this process. */
export type ProductServer = PublicServer;

const paths = [...new Set(describedRoutes.map(({ path }) => path))].map((path) => ({
  path,
  pattern: new RegExp(`^/v1${path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
}));

async function routeOf(
  pathname: string,
  method: string,
): Promise<{ handler: Handler; params: Record<string, string> }> {
  const [, room, token] = /^\/v1\/(emr-events|emr-webhooks)\/([^/]+)$/.exec(pathname) ?? [];
  if (token !== undefined) {
    const receive = room === "emr-events" ? receiveEmrEvent : receiveEmrWebhook;
    const handler: Handler = (request) => receive(request, { params: Promise.resolve({ token }) });
    return { handler, params: {} };
  }
  if (pathname === "/api/webhooks/inbox") return { handler: receiveEvent, params: {} };
  // A path without parameters comes before one that has them.
  const found = paths
    .flatMap(({ path, pattern }) => {
      const match = pattern.exec(pathname);
      return match ? [{ path, params: { ...match.groups } }] : [];
    })
    .sort((one, other) => Object.keys(one.params).length - Object.keys(other.params).length)[0];
  const handler = found && (await handlersOf(found.path))[method];
  if (!handler) throw new Error(`No route for ${method} ${pathname}`);
  return { handler, params: found.params };
}

/** Starts this product's routes on a free loopback port, as its public address. */
export const startProductServer = (): Promise<ProductServer> => startPublicServer(routeOf);

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import * as authorizationServer from "#app/api/oauth/authorization-server/route.ts";
import * as protectedResource from "#app/api/oauth/protected-resource/route.ts";
import * as register from "#app/api/oauth/register/route.ts";
import * as revoke from "#app/api/oauth/revoke/route.ts";
import * as token from "#app/api/oauth/token/route.ts";
import * as mcp from "#app/mcp/route.ts";
import * as grants from "#app/v1/oauth-grants/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { type RouteModule, RouteTable } from "#lib/server/routes/route-table";
import { serveRoutes } from "#lib/server/routes/serve-routes";

export interface OAuthServer {
  /** Address of `/mcp`. */
  mcp: URL;
  origin: string;
  stop(): Promise<void>;
}

const ROUTES: readonly [string, object][] = [
  [".well-known/oauth-authorization-server", authorizationServer],
  [".well-known/oauth-protected-resource", protectedResource],
  [".well-known/oauth-protected-resource/mcp", protectedResource],
  ["api/oauth/register", register],
  ["api/oauth/revoke", revoke],
  ["api/oauth/token", token],
  ["mcp", mcp],
  ["v1/oauth-grants", grants],
];

/** Serves `/mcp`, its authorization server and the consent of a person over HTTP in this process, on a free loopback port, as the public address. */
export async function startOAuthServer(): Promise<OAuthServer> {
  const table = new RouteTable();
  for (const [path, module] of ROUTES) table.add(path.split("/"), module as RouteModule);
  const server = createServer(
    serveRoutes(table, null, "http://127.0.0.1", (_request, response) => response.writeHead(404).end()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const before = process.env.PUBLIC_URL;
  process.env.PUBLIC_URL = origin;
  forgetSingleton("environment");
  return {
    mcp: new URL("/mcp", origin),
    origin,
    async stop() {
      if (before === undefined) delete process.env.PUBLIC_URL;
      else process.env.PUBLIC_URL = before;
      forgetSingleton("environment");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import * as route from "#app/mcp/route.ts";
import { RouteTable } from "#lib/server/routes/route-table";
import { serveRoutes } from "#lib/server/routes/serve-routes";

export interface McpServer {
  /** Address of the endpoint, which ends in /mcp. */
  url: URL;
  /** Connects a client of the SDK, by the newest revision or by those before it. Throws if the server refuses the token. */
  connect(token: string, mode?: "auto" | "legacy"): Promise<Client>;
  stop(): Promise<void>;
}

/** Serves `/mcp` over HTTP in this process, by the server's own way to the route files. */
export async function startMcpServer(): Promise<McpServer> {
  const table = new RouteTable();
  table.add(["mcp"], route);
  const listener = serveRoutes(table, null, "http://127.0.0.1", (_request, response) => response.writeHead(404).end());
  const server = createServer(listener);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const clients: Client[] = [];
  return {
    url,
    async connect(token, mode = "auto") {
      const client = new Client({ name: "scripted", version: "1.0.0" }, { versionNegotiation: { mode } });
      const headers = { authorization: `Bearer ${token}` };
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
      clients.push(client);
      return client;
    },
    async stop() {
      await Promise.all(clients.map((client) => client.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

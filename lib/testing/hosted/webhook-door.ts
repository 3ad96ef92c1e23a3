import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { POST as receive } from "#app/api/emr-webhooks/[token]/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const token = request.url?.split("/").at(-1) ?? "";
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const body = new Uint8Array(await buffer(request));
  const sent = new Request(`http://${request.headers.host}${request.url}`, { method: "POST", headers, body });
  const given = await receive(sent, { params: Promise.resolve({ token }) });
  response.writeHead(given.status, Object.fromEntries(given.headers)).end(Buffer.from(await given.arrayBuffer()));
}

/** Serves the webhooks of EMRs over real HTTP on a free loopback port, which is this process's public address until `stop`. */
export async function startWebhookDoor(): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const before = process.env.PUBLIC_URL;
  process.env.PUBLIC_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  forgetSingleton("environment");
  return {
    async stop() {
      if (before === undefined) delete process.env.PUBLIC_URL;
      else process.env.PUBLIC_URL = before;
      forgetSingleton("environment");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

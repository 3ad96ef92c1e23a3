import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { drainable } from "./drain.ts";
import { readiness } from "./readiness.ts";

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

const ANSWERS: Record<string, () => Answer | Promise<Answer>> = {
  "/api/health": () => ({ status: 200, body: { success: true, status: "ok" } }),
  "/api/ready": readiness,
};

const NOT_HERE: Answer = {
  status: 404,
  body: { success: false, message: "This process runs jobs and serves no pages" },
};

function send(response: ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(body));
}

/**
 * Answers `/api/health` and `/api/ready` for a worker, which loads nothing of the console, as a web process does for
 * itself (decisions §1).
 */
export async function startHealth(at: { HOST: string; PORT: number }): Promise<{
  port: number;
  stop: () => Promise<void>;
}> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    send(response, (await ANSWERS[path]?.()) ?? NOT_HERE);
  });
  const stop = drainable(server);
  server.listen(at.PORT, at.HOST);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, stop };
}

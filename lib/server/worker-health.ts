import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DIRECT_PEER_HEADER, markCaller } from "#lib/api/request/peer";
import type { Environment } from "#lib/kernel/environment";
import { metrics } from "#lib/kernel/metrics";
import { bears } from "#lib/security/credentials/bearer";
import { drainable } from "./drain.ts";
import { readiness } from "./readiness.ts";

interface Answer {
  status: number;
  body: Record<string, unknown> | string;
}

type Configuration = Pick<Environment, "HOST" | "PORT" | "METRICS_TOKEN" | "TRUSTED_PROXIES">;

/** Answers metrics as a web process does: open on loopback, elsewhere to a bearer of METRICS_TOKEN (decisions §1). */
async function answerMetrics(request: IncomingMessage, at: Configuration): Promise<Answer> {
  markCaller(request, at.TRUSTED_PROXIES);
  const headers = new Headers({ authorization: request.headers.authorization ?? "" });
  if (request.headers[DIRECT_PEER_HEADER] !== "loopback" && !bears(headers, at.METRICS_TOKEN)) {
    return { status: 401, body: { success: false, message: "Missing or invalid credentials" } };
  }
  return { status: 200, body: await metrics().metrics() };
}

const ANSWERS: Record<string, (request: IncomingMessage, at: Configuration) => Answer | Promise<Answer>> = {
  "/api/health": () => ({ status: 200, body: { success: true, status: "ok" } }),
  "/api/ready": readiness,
  "/api/metrics": answerMetrics,
};

const NOT_HERE: Answer = {
  status: 404,
  body: { success: false, message: "This process runs jobs and serves no pages" },
};

function send(response: ServerResponse, { status, body }: Answer): void {
  const isText = typeof body === "string";
  response.writeHead(status, {
    "content-type": isText ? metrics().contentType : "application/json",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  response.end(isText ? body : JSON.stringify(body));
}

/**
 * Serves `/api/health`, `/api/ready` and `/api/metrics` for a worker process, which loads nothing of the console
 * (decisions §1).
 */
export async function startHealth(at: Configuration): Promise<{
  port: number;
  stop: () => Promise<void>;
}> {
  const server = createServer(async (request, response) => {
    const path = request.url?.split("?")[0] ?? "";
    send(response, (await ANSWERS[path]?.(request, at)) ?? NOT_HERE);
  });
  const stop = drainable(server);
  server.listen(at.PORT, at.HOST);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, stop };
}

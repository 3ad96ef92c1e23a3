import { createServer, type RequestListener, type Server, type ServerOptions } from "node:http";
import type { Environment } from "#lib/kernel/environment";
import { answerExpectations } from "./expected-continue.ts";
import { answerUnparsable } from "./malformed-request.ts";
import { limitWaiting } from "./waiting-connections.ts";
import { webListener } from "./web-listener.ts";

/** Longer than the idle timeout of proxies before us, so that none sends into a connection that we have just closed. */
const KEEP_ALIVE_MS = 65_000;

/** How long a web server waits for its clients, in milliseconds, and for how many. */
export interface Patience {
  /** From a connection's beginning, or the first byte of a further request, until the head is whole. */
  headMs: number;
  /** From there until the request is whole. The body has a deadline of its own before (`limitBody`). */
  requestMs: number;
  /** Between two looks at what is over its time. */
  lookMs: number;
  /** While nothing moves in either direction. Longer than any answer takes to begin. */
  silenceMs: number;
  /** Connections that wait for their client. */
  waiting: number;
}

export const PATIENCE: Patience = {
  headMs: 10_000,
  requestMs: 60_000,
  lookMs: 1_000,
  silenceMs: 300_000,
  waiting: 4_000,
};

interface Options {
  upgrades?: boolean;
  patience?: Patience;
}

/**
 * Returns the options of a server that refuses malformed requests itself. A client that offers another protocol with its
 * first request (`Upgrade: h2c`) gets its answer in this one; only the development server needs upgrades.
 */
export const serverOptions = ({ upgrades = false, patience = PATIENCE }: Options = {}): ServerOptions => ({
  requireHostHeader: false,
  shouldUpgradeCallback: () => upgrades,
  keepAliveTimeout: KEEP_ALIVE_MS,
  headersTimeout: patience.headMs,
  requestTimeout: patience.requestMs,
  connectionsCheckingInterval: patience.lookMs,
});

/**
 * Makes the web server with all that hardens it. Requests wait for `handle`, which may take its time after the port is
 * open. `upgrades` is for the development server alone.
 */
export function webServer(
  env: Pick<Environment, "PUBLIC_URL" | "TRUSTED_PROXIES">,
  handle: Promise<RequestListener>,
  options: Options = {},
): Server {
  const { patience = PATIENCE } = options;
  const server = createServer(serverOptions(options), webListener(env, handle));
  server.timeout = patience.silenceMs;
  answerUnparsable(server);
  answerExpectations(server);
  limitWaiting(server, patience.waiting);
  return server;
}

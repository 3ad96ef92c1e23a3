import { once } from "node:events";
import type { RequestListener } from "node:http";
import { flushCompileCache } from "node:module";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { keepTime } from "#lib/db/clock";
import { watchCommits } from "#lib/db/witness";
import { httpAddress } from "#lib/kernel/addresses";
import { type Environment, environment, isGiven } from "#lib/kernel/environment";
import { logger } from "#lib/kernel/logger";
import { closeSingletons, forgetSingleton } from "#lib/kernel/singleton";
import { startTracing } from "#lib/tracing/start-tracing";
import { drainable } from "./drain.ts";
import { processState } from "./process-state.ts";
import { PageTable } from "./routes/page-table.ts";
import { RouteTable } from "./routes/route-table.ts";
import { loadRoutes, serveRoutes } from "./routes/serve-routes.ts";
import { webServer } from "./web-server.ts";

/** Messages from the server process to the launcher. */
export type ServerMessage = { kind: "ready"; port: number | null } | { kind: "failed"; reason: string };

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Time after the grace in which the process ends, whatever is still open. */
const STOP_MS = 8_000;

/** Ends a part of the process. What serves goes on until `grace` has resolved. */
type Stop = (grace: Promise<unknown>) => Promise<unknown>;

const sendToLauncher = (message: ServerMessage): void => {
  if (process.connected) process.send?.(message);
};

/** Serves the console and `/v1`. The port is open before Next.js is ready, and requests wait for it. */
async function startWeb(env: Environment, dev: boolean): Promise<{ port: number; stop: Stop }> {
  const ready = Promise.withResolvers<RequestListener>();
  // The code below handles the rejection; this keeps Node.js from reporting it as unhandled.
  ready.promise.catch(() => undefined);
  const server = webServer(env, ready.promise, { upgrades: dev });
  const drain = drainable(server);
  server.listen(env.PORT, env.HOST);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // Links in answers need the actual port, also if PORT is 0 (any free port).
  process.env.PORT = String(port);
  // The console's inbox answers in this process, unless the operator names another address.
  if (env.INTERNAL_URL === undefined) process.env.INTERNAL_URL = httpAddress(env.HOST, port);
  forgetSingleton("environment");
  // The sign-in library reads its own address from this variable, and would trust the Host header without it.
  process.env.NEXTAUTH_URL = env.PUBLIC_URL ?? httpAddress(env.HOST, port);
  const { default: next } = await import("next");
  const app = next({ dev, dir: ROOT, hostname: env.HOST, port, httpServer: server });
  // The development server loads a changed handler again; a module that is imported here stays.
  const [routes] = await Promise.all([dev ? new RouteTable() : loadRoutes(ROOT), app.prepare()]);
  const pages = dev ? null : new PageTable(ROOT);
  ready.resolve(serveRoutes(routes, pages, httpAddress(env.HOST, port), app.getRequestHandler() as RequestListener));
  return {
    port,
    async stop(grace) {
      const { closeStreams } = await import("#lib/stream/hub");
      const drained = drain(grace);
      await grace;
      await closeStreams();
      await drained;
      await app.close();
    },
  };
}

async function startJobs(): Promise<Stop> {
  const { startRunner } = await import("#lib/jobs/runner/runner");
  const runner = await startRunner();
  processState().runnerUp = true;
  return () => {
    processState().runnerUp = false;
    return runner.stop();
  };
}

async function serve(): Promise<void> {
  const env = environment();
  const stops: Stop[] = [];
  const hurry = new AbortController();
  let stopTracing: () => Promise<unknown> = async () => undefined;
  const stop = async (code: number) => {
    if (processState().stopping) return;
    processState().stopping = true;
    const since = Date.now();
    // A worker serves nobody whom a proxy would have to send elsewhere.
    const graceMs = code === 0 && env.ROLE !== "worker" ? env.STOP_GRACE_SECONDS * 1_000 : 0;
    setTimeout(() => process.exit(1), graceMs + STOP_MS);
    const grace = pause(graceMs, undefined, { signal: hurry.signal }).catch(() => undefined);
    const outcomes = await Promise.allSettled(stops.map((each) => each(grace)));
    const { flushAudit } = await import("#lib/security/audit/audit-log");
    outcomes.push(...(await Promise.allSettled([flushAudit(), stopTracing()])));
    outcomes.push(...(await Promise.allSettled([closeSingletons()])));
    for (const outcome of outcomes) {
      if (outcome.status === "rejected")
        logger.warn({ error_name: outcome.reason?.name }, "a part did not stop cleanly");
    }
    logger.info({ duration_ms: Date.now() - since }, "stopped");
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(0));
  process.on("message", (message) => void (message === "stop" && stop(0)));
  // Without the launcher no signal would stop this process, and the next launcher needs the port, without a grace.
  process.on("disconnect", () => {
    hurry.abort();
    void stop(0);
  });
  // A closed output must not interrupt work in progress.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => undefined);

  try {
    stopTracing = await startTracing(env);
    // Before anything is written: ids and times are of the database's clock.
    await keepTime();
    processState().runnerExpected = env.ROLE !== "web";
    let port: number | null = null;
    if (env.ROLE === "worker" && isGiven("PORT")) {
      const { startHealth } = await import("./worker-health.ts");
      const health = await startHealth(env);
      stops.push(health.stop);
      port = health.port;
    } else if (env.ROLE !== "worker") {
      const web = await startWeb(env, process.env.NODE_ENV === "development");
      stops.push(web.stop);
      port = web.port;
    }
    if (env.ROLE !== "web") stops.push(await startJobs());
    watchCommits();
    logger.info({ role: env.ROLE, port }, "ready");
    sendToLauncher({ kind: "ready", port });
    // Node.js writes its compile cache at a regular exit only, and a killed server's successor needs it too.
    flushCompileCache();
  } catch (error) {
    const { code, message, name } = error as NodeJS.ErrnoException;
    const taken = code === "EADDRINUSE";
    sendToLauncher({ kind: "failed", reason: taken ? `Port ${env.PORT} on ${env.HOST} is taken: set PORT` : message });
    logger.error({ error_name: name, code }, "could not start");
    await stop(1);
  }
}

await serve();

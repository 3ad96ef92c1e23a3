import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type ServerProcess, startServer } from "#lib/runtime/server-process";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import type { Base } from "./base.ts";

/** Where the launcher has it too. */
const COMPILE_CACHE = fileURLToPath(new URL("../../node_modules/.cache/node", import.meta.url));

export type Role = "web" | "worker";

/**
 * One deployment of the product: a database of its own, a web and a worker process, and a partner's receiver that is
 * registered for all events. Its processes can be killed and started again at the same address.
 */
export interface Lane {
  ownerUrl: string;
  receiver: FakeReceiver;
  /** What signs for the receiver. */
  secret: string;
  headers: Record<string, string>;
  /** Asks the database as its owner, whom no policy holds back. */
  rows<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** The address of the web process, without a path. */
  address(): string;
  pid(role: Role): number;
  /** When the process that started last was ready (performance.now). */
  readyAt: number;
  /** Starts what is not running. */
  start(): Promise<void>;
  /** SIGKILL, and waits for the end. */
  kill(role: Role): Promise<void>;
  stop(): Promise<void>;
}

async function register(lane: Pick<Lane, "address" | "headers">, url: string): Promise<string> {
  const answer = await fetch(`${lane.address()}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { ...lane.headers, "content-type": "application/json" },
    body: JSON.stringify({ url: `${url}/events` }),
  });
  if (answer.status !== 201) throw new Error(`The receiver was not registered: ${answer.status}`);
  return ((await answer.json()) as { webhook_endpoint: { secret: string } }).webhook_endpoint.secret;
}

/** Starts a lane on a copy of the base; the built console must be there. */
export async function startLane(base: Base, name: string): Promise<Lane> {
  const { ownerUrl, variables } = await base.copy(name);
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "crc-test" });
  await owner.connect();
  const running = new Map<Role, ServerProcess>();
  // Chosen by the first start, so that a later one is found where the first one was.
  let port = 0;

  const startRole = async (role: Role) => {
    const { DATABASE_URL: _ours, ...inherited } = process.env;
    const started = await startServer({
      environment: {
        ...inherited,
        ...base.secrets,
        ...variables,
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
        DEMO: "on",
        ROLE: role,
        HOST: "127.0.0.1",
        PORT: role === "web" ? String(port) : "",
        ...(role === "worker" ? { INTERNAL_URL: `http://127.0.0.1:${port}` } : {}),
      },
      logFile: join(base.folder, `${name}.log`),
      onStart: async () => undefined,
    });
    if (role === "web") port = started.port ?? port;
    running.set(role, started);
    lane.readyAt = performance.now();
  };
  const lane: Lane = {
    ownerUrl,
    receiver: await startFakeReceiver(),
    secret: "",
    readyAt: 0,
    headers: { ...base.clinic.headers },
    rows: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      (await owner.query<Row>(statement, values)).rows,
    address: () => `http://127.0.0.1:${port}`,
    pid(role) {
      const process = running.get(role);
      if (!process) throw new Error(`No ${role} is running`);
      return process.pid;
    },
    async start() {
      if (!running.has("web")) await startRole("web");
      if (!running.has("worker")) await startRole("worker");
    },
    async kill(role) {
      const victim = running.get(role);
      if (!victim) throw new Error(`No ${role} is running`);
      process.kill(victim.pid, "SIGKILL");
      await victim.ended;
      running.delete(role);
    },
    async stop() {
      await Promise.all([...running.values()].map((process) => process.stop()));
      await lane.receiver.stop();
      await owner.end();
    },
  };
  try {
    await lane.start();
    lane.secret = await register(lane, lane.receiver.url);
  } catch (error) {
    await lane.stop();
    throw error;
  }
  return lane;
}

import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { PrimaryClient } from "#lib/db/primary-client";
import { type ServerProcess, startServer } from "#lib/launcher/server-process";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import { COMPILE_CACHE } from "../../lib/launcher/install.mjs";
import { type Balancer, startBalancer } from "./balancer.ts";
import type { Base } from "./base.ts";

const CONNECT_MS = 5_000;
const SHIFTED = pathToFileURL(createRequire(import.meta.url).resolve("#lib/testing/shifted-clock")).href;

/** Role of a process; a second process of the same role has a number. */
type Role = "web" | "worker";
export type Member = Role | `${Role} 2`;

const roleOf = (member: Member): Role => (member.startsWith("web") ? "web" : "worker");

export interface LaneOptions {
  /** One web and one worker process by default. */
  members?: Member[];
  /** Additional environment variables of its processes. */
  variables?: Record<string, string>;
  /** Minutes by which a process's own clock is ahead of the machine's, or behind. */
  clocks?: Partial<Record<Member, number>>;
}

/** Variables that shift the clock of a process. */
const shiftedBy = (minutes: number | undefined): Record<string, string> =>
  minutes === undefined ? {} : { NODE_OPTIONS: `--import ${SHIFTED}`, CLOCK_SHIFT_MS: String(minutes * 60_000) };

/**
 * One deployment of the product: its database, its processes, and a partner's receiver that is registered for all
 * events. Its processes can be killed and started again at the same address. A balancer stands before several web
 * processes.
 */
export interface Lane {
  ownerUrl: string;
  /** The variables of a process that uses its database. */
  variables: Record<string, string>;
  receiver: FakeReceiver;
  headers: Record<string, string>;
  /** Request headers of an admin of the clinic, as the console sends them. */
  admin: Record<string, string>;
  /** Queries the database as its owner, who bypasses row-level security. */
  rows<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Returns its origin. */
  address(): string;
  pid(member: Member): number;
  /** `performance.now()` at which the last started process was ready. */
  readyAt: number;
  /** Starts the members that are not running. */
  start(): Promise<void>;
  /** Sends SIGKILL and waits for the exit. */
  kill(member: Member): Promise<void>;
  stop(): Promise<void>;
}

/** Registers the receiver. Returns the signing secret. */
async function register(lane: Pick<Lane, "address" | "headers">, url: string): Promise<string> {
  const answer = await fetch(`${lane.address()}/v1/webhook-endpoints`, {
    method: "POST",
    headers: { ...lane.headers, "content-type": "application/json" },
    body: JSON.stringify({ url: `${url}/events` }),
  });
  if (answer.status !== 201) throw new Error(`The receiver was not registered: ${answer.status}`);
  return ((await answer.json()) as { webhook_endpoint: { secret: string } }).webhook_endpoint.secret;
}

/** Starts a lane on a copy of the base. The console must have been built. */
export async function startLane(base: Base, name: string, options: LaneOptions = {}): Promise<Lane> {
  const { members = ["web", "worker"] } = options;
  const { ownerUrl, variables } = await base.copy(name);
  const owner = new pg.Pool({
    connectionString: ownerUrl,
    application_name: "crc-test",
    max: 1,
    Client: PrimaryClient,
    connectionTimeoutMillis: CONNECT_MS,
  });
  // The client reconnects after a restart of PostgreSQL.
  owner.on("error", () => undefined);
  const running = new Map<Member, ServerProcess>();
  // The first start selects the ports, and later starts reuse them.
  const ports = new Map<Member, number>();
  const serving = members.filter((member) => roleOf(member) === "web");
  const balancer: Balancer | null =
    serving.length > 1 ? await startBalancer(() => serving.flatMap((member) => ports.get(member) ?? [])) : null;
  const port = () => balancer?.port ?? ports.get("web");

  const startMember = async (member: Member) => {
    const role = roleOf(member);
    const { DATABASE_URL: _ours, ...inherited } = process.env;
    const started = await startServer({
      graceMs: 0,
      environment: {
        ...inherited,
        ...base.secrets,
        ...variables,
        ...options.variables,
        ...shiftedBy(options.clocks?.[member]),
        NODE_ENV: "production",
        NEXT_TELEMETRY_DISABLED: "1",
        NODE_COMPILE_CACHE: COMPILE_CACHE,
        LOG_LEVEL: process.env.LOG_LEVEL ?? "silent",
        DEMO: "on",
        ROLE: role,
        HOST: "127.0.0.1",
        PORT: role === "web" ? String(ports.get(member) ?? 0) : "",
        ...(role === "worker" ? { INTERNAL_URL: lane.address() } : {}),
      },
      logFile: join(base.folder, `${name}.log`),
      onStart: async () => undefined,
    });
    if (started.port !== null) ports.set(member, started.port);
    running.set(member, started);
    lane.readyAt = performance.now();
  };
  const lane: Lane = {
    ownerUrl,
    variables,
    receiver: await startFakeReceiver(),
    readyAt: 0,
    headers: { ...base.clinic.headers },
    get admin() {
      return { ...base.admin, origin: lane.address() };
    },
    rows: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      (await owner.query<Row>(statement, values)).rows,
    address: () => `http://127.0.0.1:${port()}`,
    pid(member) {
      const process = running.get(member);
      if (!process) throw new Error(`No ${member} is running`);
      return process.pid;
    },
    async start() {
      for (const member of members) if (!running.has(member)) await startMember(member);
    },
    async kill(member) {
      const victim = running.get(member);
      if (!victim) throw new Error(`No ${member} is running`);
      process.kill(victim.pid, "SIGKILL");
      await victim.ended;
      running.delete(member);
    },
    async stop() {
      await Promise.all([...running.values()].map((process) => process.stop()));
      await balancer?.stop();
      await lane.receiver.stop();
      await owner.end();
    },
  };
  try {
    await lane.start();
    lane.receiver.expectSigned(await register(lane, lane.receiver.url));
  } catch (error) {
    await lane.stop();
    throw error;
  }
  return lane;
}

import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { DemoFile } from "#lib/launcher/demo-file";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import { clinicClient } from "../support/clinic-client.ts";
import { apiHeaders } from "../support/credentials.ts";
import { freePort } from "../support/free-port.ts";
import { newDataDir, type Product, startProduct } from "../support/product.ts";
import { isReady, type ReadyProxy, startReadyProxy } from "./ready-proxy.ts";

/** A place in the deployment, in which one version replaces another. */
export type Seat = `${"web" | "worker"} ${number}`;

const SETTINGS = { max_connections: "400" };

/**
 * Launchers of several versions on one PostgreSQL behind a proxy, as docs/deploy.md describes a deployment, with a
 * partner's receiver that is registered for all events of the demo's first account.
 */
export interface Fleet {
  receiver: FakeReceiver;
  headers: Record<string, string>;
  demo: DemoFile;
  /** Queries the database as its owner, who bypasses row-level security. */
  rows<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
  /** Returns the proxy's origin. */
  address(): string;
  /** Starts a process of the version in a folder, and waits until it is ready. */
  start(seat: Seat, root: string): Promise<void>;
  /** Sends SIGTERM and waits for the end. Throws if it ends with an error. */
  end(seat: Seat): Promise<void>;
  /** Returns the seats whose process does not say that it is ready. */
  notReady(): Promise<Seat[]>;
  stop(): Promise<void>;
}

/** Registers the receiver for the account's events. */
async function register(demo: DemoFile, receiver: FakeReceiver): Promise<void> {
  const made = await clinicClient(demo)("POST", "/webhook-endpoints", { url: `${receiver.url}/events` });
  receiver.expectSigned(made.webhook_endpoint.secret);
}

/** Starts a PostgreSQL, and on it the first seats with the version in a folder, which seeds a demo. */
export async function startFleet(first: Seat[], root: string): Promise<Fleet> {
  const folder = await newDataDir();
  const postgres = await startEmbeddedPostgres({ dataDir: folder, settings: SETTINGS });
  const owner = new pg.Pool({ connectionString: postgres.url, application_name: "crc-test", max: 1 });
  const receiver = await startFakeReceiver();
  const running = new Map<Seat, Product>();
  const ports = new Map<Seat, number>();
  const proxy: ReadyProxy = await startReadyProxy(() =>
    [...ports].flatMap(([seat, port]) => (seat.startsWith("web") ? [port] : [])),
  );
  const address = () => `http://127.0.0.1:${proxy.port}`;
  const secrets = {
    ENCRYPTION_KEY: randomBytes(32).toString("base64url"),
    AUTH_SECRET: randomBytes(32).toString("base64url"),
  };

  const start = async (seat: Seat, version: string): Promise<Product> => {
    const port = ports.get(seat) ?? (await freePort());
    ports.set(seat, port);
    const role = seat.startsWith("web") ? "web" : "worker";
    const started = await startProduct({
      dataDir: join(folder, seat.replace(" ", "-")),
      port,
      root: version,
      variables: {
        ...secrets,
        DATABASE_URL: postgres.url,
        SEED: "demo",
        ROLE: role,
        RATE_LIMIT_PER_MINUTE: "1000000",
        ...(role === "worker" ? { INTERNAL_URL: address() } : { STOP_GRACE_SECONDS: "2" }),
      },
    });
    running.set(seat, started);
    if (role === "web") await proxy.ready(port);
    return started;
  };

  const stop = async () => {
    await Promise.all([...running.values()].map((process) => process.stop()));
    await proxy.stop();
    await receiver.stop();
    await owner.end();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };

  try {
    const { demo: seeded } = await start(first[0] as Seat, root);
    const demo = { ...seeded, console_url: address(), base_url: `${address()}/v1` };
    for (const seat of first.slice(1)) await start(seat, root);
    await register(demo, receiver);
    return {
      receiver,
      headers: apiHeaders(demo),
      demo,
      rows: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
        (await owner.query<Row>(statement, values)).rows,
      address,
      async start(seat, version) {
        await start(seat, version);
      },
      async end(seat) {
        const code = await running.get(seat)?.stop();
        running.delete(seat);
        if (code !== 0) throw new Error(`${seat} ended with ${code}`);
      },
      async notReady() {
        const states = await Promise.all(
          [...running.keys()].map(async (seat) => [seat, await isReady(ports.get(seat) ?? 0)]),
        );
        return states.flatMap(([seat, is]) => (is ? [] : [seat as Seat]));
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

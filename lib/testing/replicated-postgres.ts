import { execFile } from "node:child_process";
import { chown, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { postgresHome } from "#lib/postgres/postgres-home";
import { postgresUser } from "#lib/postgres/postgres-user";
import { postmasterPid } from "#lib/postgres/postmaster-pid";
import { newDataFolder } from "./data-folder.ts";
import { until } from "./worker-process.ts";

const run = promisify(execFile);

/** Temporary servers need not survive a power failure. */
const QUICK = { fsync: "off", full_page_writes: "off", autovacuum: "off", wal_keep_size: "256MB" };
const CAUGHT_UP_MS = 20_000;

type Signal = "SIGSTOP" | "SIGCONT";

/** One server of the pair. */
interface Server {
  dataDir: string;
  /** As its superuser. */
  url: string;
  ask<Row extends pg.QueryResultRow>(statement: string, values?: unknown[]): Promise<Row[]>;
}

/** A primary and its streaming replica, both real. */
export interface ReplicatedPostgres {
  primary: Server;
  standby: Server;
  /** Resolves once the standby has replayed all that the primary has on disk. */
  caughtUp(): Promise<void>;
  stopStandby(): Promise<void>;
  startStandby(): Promise<void>;
  /** Freezes or thaws every process of the standby that serves. */
  signalStandby(signal: Signal): Promise<void>;
  /** Stops both and removes their data. */
  stop(): Promise<void>;
}

/** Returns a running server, whose statements use one connection, opened again after the server was away. */
function server(dataDir: string, url: string): Server & { close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, application_name: "crc-test", max: 1 });
  pool.on("error", () => undefined);
  return {
    dataDir,
    url,
    ask: async <Row extends pg.QueryResultRow>(statement: string, values: unknown[] = []) =>
      (await pool.query<Row>(statement, values)).rows,
    close: () => pool.end(),
  };
}

/** Returns the settings with which a server follows the one at `url`. */
function following(url: string) {
  const { hostname, port, username, password } = new URL(url);
  const login = `user=${username} password=${decodeURIComponent(password)}`;
  return {
    ...QUICK,
    primary_conninfo: `host=${decodeURIComponent(hostname)} port=${port} ${login}`,
    hot_standby: "on",
  };
}

/** Makes a copy of a stopped server's data a standby. */
async function makeStandby(from: string, to: string): Promise<string> {
  await run("cp", ["-a", `${from}/.`, to]);
  const user = await postgresUser();
  const { cluster } = await postgresHome(to, user);
  const signal = join(cluster, "standby.signal");
  await writeFile(signal, "");
  if (user) await chown(signal, user.uid, user.gid);
  return cluster;
}

/**
 * Starts a primary, which `prepare` fills through its URL, and a streaming replica that began as its copy. Each is
 * reached by a socket of its own.
 */
export async function startReplicatedPostgres(prepare: (url: string) => Promise<unknown>): Promise<ReplicatedPostgres> {
  const [primaryDir = "", standbyDir = ""] = await Promise.all([0, 1].map(() => newDataFolder("crc-pair-")));
  const first = await startEmbeddedPostgres({ dataDir: primaryDir, settings: QUICK });
  await prepare(first.url).finally(() => first.stop());
  const cluster = await makeStandby(primaryDir, standbyDir);
  const started = await startEmbeddedPostgres({ dataDir: primaryDir, settings: QUICK });
  const startStandby = () => startEmbeddedPostgres({ dataDir: standbyDir, settings: following(started.url) });
  let follower = await startStandby();
  const [primary, standby] = [server(primaryDir, started.url), server(standbyDir, follower.url)];
  let frozen: number[] = [];
  return {
    primary,
    standby,
    async caughtUp() {
      const [at] = await primary.ask<{ position: string }>("SELECT pg_current_wal_insert_lsn()::text AS position");
      const replayed = `SELECT pg_last_wal_replay_lsn() >= '${at?.position}' AS done`;
      await until(async () => (await standby.ask<{ done: boolean }>(replayed))[0]?.done === true, CAUGHT_UP_MS);
    },
    stopStandby: () => follower.stop(),
    async startStandby() {
      follower = await startStandby();
    },
    async signalStandby(signal) {
      const postmaster = await postmasterPid(cluster);
      if (postmaster === null) throw new Error("The standby does not run");
      if (signal === "SIGSTOP") {
        const backends = await standby.ask<{ pid: number }>("SELECT pid FROM pg_stat_activity");
        frozen = backends.map(({ pid }) => pid);
      }
      for (const pid of [postmaster, ...frozen]) process.kill(pid, signal);
    },
    async stop() {
      await Promise.all([primary.close(), standby.close()]);
      await follower.stop();
      await started.stop();
      await Promise.all([primaryDir, standbyDir].map((dir) => rm(dir, { recursive: true, force: true })));
    },
  };
}

import { spawn } from "node:child_process";
import { appendFile, chown, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type PostgresBinaries, postgresBinaries } from "./postgres-binaries.ts";
import { type PostgresHome, postgresHome } from "./postgres-home.ts";
import { type PostgresUser, postgresUser } from "./postgres-user.ts";
import { clearPostmasterPid, postmasterPid } from "./postmaster-pid.ts";

const SUPERUSER = "crc_owner";
const DATABASE = "clinical_records";
/**
 * On a socket the port only names the socket file. Windows has no such socket; there the server gets a free TCP port.
 */
const SOCKET_PORT = 5432;
const START_DEADLINE_S = 60;
const STOP_DEADLINE_S = 5;
/** The children of a killed server end by themselves within this time. */
const CHILDREN_DEADLINE_MS = 10_000;
/** Our settings; postgresql.conf includes this file, and each start writes it anew. */
const CONFIGURATION = "console.conf";

/** Settings for one small machine. The server's log never contains the data of a failed statement. */
const SETTINGS = {
  max_connections: "100",
  shared_buffers: "128MB",
  fsync: "on",
  synchronous_commit: "on",
  timezone: "UTC",
  log_timezone: "UTC",
  // A new deployment's tables grow from nothing: within the default minute their plans would be those of empty tables.
  autovacuum_naptime: "10s",
  log_checkpoints: "off",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
};

export interface EmbeddedPostgres {
  /** Connection URL of the database owner. */
  url: string;
  /** True if this start took over a server that an earlier process had left running. */
  adopted: boolean;
  /** Restarts the server at the same address if it has ended by itself. Returns whether it restarted it. */
  revive(): Promise<boolean>;
  /** Stops the server and cuts open connections. */
  stop(): Promise<void>;
}

interface Cluster extends PostgresBinaries, PostgresHome {
  user: PostgresUser;
}

/**
 * Starts the PostgreSQL that belongs to a data directory, or takes over the one that still runs there. The first start
 * initializes the cluster. The server runs in its own session so that Ctrl-C in our terminal does not reach it; only
 * `stop` ends it. `settings` override postgresql.conf. Throws with the end of the server's log if it does not start.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const user = await postgresUser();
  const cluster: Cluster = { ...(await postgresBinaries(user)), ...(await postgresHome(options.dataDir, user)), user };
  for (const orphan of cluster.orphans) {
    await stop({ ...cluster, cluster: orphan }, "immediate");
    await rm(dirname(orphan), { recursive: true, force: true });
  }
  await makeCluster(cluster);
  let port = await portOf(cluster);
  const adopted = port !== null && (await leftRunning(cluster, port));
  if (port === null || !adopted) {
    await clearPostmasterPid(cluster.cluster, cluster.sockets);
    port = process.platform === "win32" ? await freePort() : SOCKET_PORT;
    await configure(cluster, port, options.settings ?? {});
    await start(cluster);
  }
  const url = address(cluster, port, DATABASE);
  await makeDatabase(address(cluster, port, "postgres"));
  return { url, adopted, revive: () => revive(cluster), stop: () => stop(cluster, "fast") };
}

async function revive(cluster: Cluster): Promise<boolean> {
  if ((await postmasterPid(cluster.cluster)) !== null) return false;
  await clearPostmasterPid(cluster.cluster, cluster.sockets);
  await start(cluster);
  return true;
}

function address({ sockets, password }: PostgresHome, port: number, database: string): string {
  const host = process.platform === "win32" ? "127.0.0.1" : encodeURIComponent(sockets);
  return `postgres://${SUPERUSER}:${encodeURIComponent(password)}@${host}:${port}/${database}`;
}

async function makeCluster(cluster: Cluster): Promise<void> {
  const version = await readFile(join(cluster.cluster, "PG_VERSION"), "utf8").catch(() => null);
  if (version?.trim() === cluster.major) return;
  if (version) {
    throw new Error(
      `The data in ${cluster.cluster} belongs to PostgreSQL ${version.trim()}, but this version of the product includes PostgreSQL ${cluster.major}`,
    );
  }
  const passwordFile = join(dirname(cluster.cluster), "initial-password");
  // The cluster has another name until it is complete, because a first start may be interrupted.
  const unfinished = `${cluster.cluster}.new`;
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await writeFor(cluster.user, passwordFile, cluster.password);
    await run(cluster, cluster.initdb, [
      `--pgdata=${unfinished}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${passwordFile}`,
      "--auth=scram-sha-256",
      "--encoding=UTF8",
      // The C locale sorts and upper-cases the same on every platform.
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
    ]);
    await appendFile(join(unfinished, "postgresql.conf"), `include '${CONFIGURATION}'\n`);
    await rename(unfinished, cluster.cluster);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function configure(cluster: Cluster, port: number, more: Record<string, string>): Promise<void> {
  const tcp = process.platform === "win32";
  const settings = {
    ...SETTINGS,
    ...more,
    port: String(port),
    listen_addresses: tcp ? "127.0.0.1" : "",
    unix_socket_directories: tcp ? "" : `"${cluster.sockets}"`,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
  const file = join(cluster.cluster, CONFIGURATION);
  await rm(file, { force: true });
  await writeFor(cluster.user, file, lines.join(""));
}

/** Returns the port of the last start, or null before the first. */
async function portOf(cluster: Cluster): Promise<number | null> {
  const text = await readFile(join(cluster.cluster, CONFIGURATION), "utf8").catch(() => "");
  const port = /^port = '(\d+)'$/m.exec(text)?.[1];
  return port ? Number(port) : null;
}

/**
 * Returns whether this cluster's server still runs and answers. Waits while it starts up or shuts down. Throws if it
 * runs and does not answer.
 */
async function leftRunning(cluster: Cluster, port: number): Promise<boolean> {
  const deadline = Date.now() + START_DEADLINE_S * 1000;
  for (;;) {
    const pid = await postmasterPid(cluster.cluster);
    if (pid === null) return false;
    const failure = await ask(address(cluster, port, "postgres"), "SELECT 1").then(
      () => null,
      (error: Error) => error,
    );
    if (!failure) return true;
    if (Date.now() > deadline) {
      throw new Error(`PostgreSQL runs as process ${pid} on ${cluster.cluster} but refuses the connection`, {
        cause: failure,
      });
    }
    await pause(100);
  }
}

async function start(cluster: Cluster): Promise<void> {
  const deadline = Date.now() + CHILDREN_DEADLINE_MS;
  const before = (await stat(cluster.log).catch(() => null))?.size ?? 0;
  for (;;) {
    try {
      const wait = ["-w", "-t", String(START_DEADLINE_S)];
      await run(cluster, cluster.pgCtl, ["start", "-D", cluster.cluster, "-l", cluster.log, ...wait]);
      return;
    } catch (error) {
      const log = (await readFile(cluster.log)).subarray(before).toString().trim();
      if (!log.includes("still in use") || Date.now() > deadline) {
        throw new Error(`PostgreSQL does not start:\n${log.split("\n").slice(-5).join("\n")}`, { cause: error });
      }
      // The children of a killed server need a moment to notice its end.
      await pause(200);
    }
  }
}

async function stop(cluster: Cluster, mode: "fast" | "immediate"): Promise<void> {
  if ((await postmasterPid(cluster.cluster)) === null) return;
  const wait = ["-w", "-t", String(STOP_DEADLINE_S)];
  try {
    await run(cluster, cluster.pgCtl, ["stop", "-D", cluster.cluster, "-m", mode, ...wait]);
  } catch (error) {
    if ((await postmasterPid(cluster.cluster)) === null) return;
    if (mode === "immediate") throw error;
    await stop(cluster, "immediate");
  }
}

async function makeDatabase(url: string): Promise<void> {
  const found = await ask(url, `SELECT 1 FROM pg_database WHERE datname = '${DATABASE}'`);
  if (found === 0) await ask(url, `CREATE DATABASE ${DATABASE}`);
}

/** Runs one statement on its own connection and returns the number of rows. */
async function ask(url: string, statement: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(statement)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** Writes a file that only the account that runs PostgreSQL may read. */
async function writeFor(user: PostgresUser, file: string, text: string): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: "wx" });
  if (user) await chown(file, user.uid, user.gid);
}

/**
 * Runs one of PostgreSQL's programs in its own process group, without the secrets of our environment. Resolves when it
 * exits with 0; its children may keep its output open for longer.
 */
function run(cluster: Cluster, program: string, args: string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const { PATH, SystemRoot } = process.env;
    const child = spawn(program, args, {
      cwd: dirname(cluster.cluster),
      detached: true,
      windowsHide: true,
      env: { PATH, LC_ALL: "C", NODE_ENV: process.env.NODE_ENV, ...(SystemRoot ? { SystemRoot } : {}) },
      stdio: ["ignore", "ignore", "pipe"],
      ...cluster.user,
    });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-2_000);
    });
    child.on("error", reject);
    child.on("exit", (code) => {
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new Error(`${program} ended with ${code}: ${output.trim()}`));
    });
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

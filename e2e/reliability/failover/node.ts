import { type ChildProcess, execFile } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { PG_BIN, startProgram } from "../programs.ts";
import { openWire, type Wire } from "./wire.ts";

const run = promisify(execFile);
const SUPERUSER = "crc_owner";
const ANSWER_MS = 2_000;

/**
 * A primary that says nothing for `ttl` seconds is replaced, the shortest that Patroni allows. `retry_timeout` is the longest
 * that it allows with them: a primary steps down when etcd has not answered for that long, and on a busy machine etcd may
 * take 3 s, the shortest.
 */
const DCS = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 9,
  synchronous_mode: true,
  postgresql: {
    use_pg_rewind: true,
    parameters: { max_connections: 300, wal_keep_size: "512MB", shared_buffers: "128MB", wal_log_hints: "on" },
  },
};

export interface NodeOptions {
  name: string;
  folder: string;
  password: string;
  /** Ports of its own PostgreSQL and REST API. */
  ports: { postgres: number; rest: number };
  etcdPort: number;
}

/** One PostgreSQL with the Patroni that leads it. All others reach it, and it reaches etcd, by wires that can be cut. */
export interface ClusterNode {
  name: string;
  /** The port at which clients and the other node reach PostgreSQL. */
  port: number;
  /** Queries PostgreSQL directly as its superuser. */
  ask<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Returns whether Patroni has noted the node as the synchronous standby, which alone may be promoted. */
  isSynchronous(): Promise<boolean>;
  start(): Promise<void>;
  /** Kills Patroni and PostgreSQL at once, as a machine that loses its power. */
  kill(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  cut(): void;
  heal(): void;
  stop(): Promise<void>;
}

function configuration(options: NodeOptions, wires: { postgres: Wire; rest: Wire; etcd: Wire }) {
  const { name, folder, password, ports } = options;
  const login = { username: SUPERUSER, password };
  return {
    scope: "crc",
    name,
    restapi: { listen: `127.0.0.1:${ports.rest}`, connect_address: `127.0.0.1:${wires.rest.port}` },
    // By etcd's v2 API: by the other one, Patroni 3.0 lets a primary that was frozen take the lock back from the one that
    // was promoted. As proxies, since Patroni would go around the wire to the members that etcd names.
    etcd: { hosts: `127.0.0.1:${wires.etcd.port}`, use_proxies: true },
    bootstrap: { dcs: DCS, initdb: [{ encoding: "UTF8" }, { locale: "C" }, "data-checksums"] },
    postgresql: {
      listen: `127.0.0.1:${ports.postgres}`,
      connect_address: `127.0.0.1:${wires.postgres.port}`,
      data_dir: join(folder, name),
      bin_dir: PG_BIN,
      pgpass: join(folder, `${name}.pgpass`),
      authentication: { superuser: login, replication: login, rewind: login },
      parameters: { unix_socket_directories: folder },
      pg_hba: [
        "local all all scram-sha-256",
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication all 127.0.0.1/32 scram-sha-256",
      ],
    },
  };
}

/** Returns the postmaster's process and all of its children, the postmaster first, so that it starts no more of them. */
async function postgresPids(dataDir: string): Promise<number[]> {
  const pidFile = await readFile(join(dataDir, "postmaster.pid"), "utf8").catch(() => "");
  const postmaster = Number.parseInt(pidFile, 10);
  if (!postmaster) return [];
  const { stdout } = await run("ps", ["-o", "pid=", "--ppid", String(postmaster)]).catch(() => ({ stdout: "" }));
  return [postmaster, ...stdout.split("\n").map(Number).filter(Boolean)];
}

function signal(pids: readonly (number | undefined)[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid) process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

/** Makes a node that is not started yet. */
export async function makeNode(options: NodeOptions): Promise<ClusterNode> {
  const { name, folder, password, ports } = options;
  const wires = {
    postgres: await openWire(() => ports.postgres),
    rest: await openWire(() => ports.rest),
    etcd: await openWire(() => options.etcdPort),
  };
  const file = join(folder, `${name}.yml`);
  // JSON is YAML.
  await writeFile(file, JSON.stringify(configuration(options, wires)));
  let patroni: ChildProcess | null = null;
  const all = async () => [...(await postgresPids(join(folder, name))), patroni?.pid];
  const kill = async () => {
    const ended = patroni && patroni.exitCode === null && patroni.signalCode === null ? once(patroni, "exit") : null;
    signal([patroni?.pid, ...(await all())], "SIGKILL");
    await ended;
    patroni = null;
  };
  return {
    name,
    port: wires.postgres.port,
    async ask<Row extends pg.QueryResultRow>(statement: string) {
      const connectionString = `postgres://${SUPERUSER}:${password}@127.0.0.1:${ports.postgres}/postgres`;
      const client = new pg.Client({ connectionString, connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS });
      client.on("error", () => undefined);
      try {
        await client.connect();
        return (await client.query<Row>(statement)).rows;
      } finally {
        client.end().catch(() => undefined);
      }
    },
    async isSynchronous() {
      const asked = fetch(`http://127.0.0.1:${ports.rest}/synchronous`, { signal: AbortSignal.timeout(ANSWER_MS) });
      return asked.then(({ ok }) => ok).catch(() => false);
    },
    async start() {
      patroni = await startProgram("patroni", [file], join(folder, `${name}.log`));
    },
    kill,
    async freeze() {
      // Patroni stops first: it would take a frozen PostgreSQL for a crashed one.
      signal([patroni?.pid], "SIGSTOP");
      signal(await all(), "SIGSTOP");
      // The postmaster may have started children between the list and its stop.
      signal(await all(), "SIGSTOP");
    },
    async thaw() {
      signal(await all(), "SIGCONT");
    },
    cut() {
      for (const wire of Object.values(wires)) wire.cut();
    },
    heal() {
      for (const wire of Object.values(wires)) wire.heal();
    },
    async stop() {
      await kill();
      await Promise.all(Object.values(wires).map((wire) => wire.stop()));
    },
  };
}

import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chown, copyFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
import { vi } from "vitest";
import { hostsOf, withHostParameters } from "#lib/kernel/database-url";
import { migrate } from "#lib/launcher/migrate";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "#lib/postgres/embedded-postgres";
import { postgresHome } from "#lib/postgres/postgres-home";
import { postgresUser } from "#lib/postgres/postgres-user";
import { postmasterPid } from "#lib/postgres/postmaster-pid";
import { newDataFolder } from "./data-folder.ts";

const run = promisify(execFile);
const SETTINGS = { fsync: "off", max_connections: "40" };

/** One of the two servers; its `cluster_name` is `first` or `second`. */
export interface PairedServer {
  /** URL of the owner at this server alone. */
  url: string;
  asOwner<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]>;
  /** Stops its processes where they are: they keep their connections and answer nothing. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

/** A server that takes writes, and a standby that was copied from it and has received nothing since. */
export interface ServerPair {
  first: PairedServer;
  second: PairedServer;
  encryptionKey: string;
  /** URL of the owner that names both servers, the standby before the other. */
  url: string;
  /** Makes the standby take writes, on a new timeline. */
  promoteSecond(): Promise<void>;
  stop(): Promise<void>;
}

async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: "crc-test" });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the cluster of a data directory, whose server is stopped, as a standby. */
async function copyAsStandby(from: string, to: string): Promise<void> {
  const user = await postgresUser();
  await copyFile(join(from, "postgres-password"), join(to, "postgres-password"));
  const [source, copy] = [await postgresHome(from, user), await postgresHome(to, user)];
  await run("cp", ["-a", source.cluster, copy.cluster]);
  const signal = join(copy.cluster, "standby.signal");
  await writeFile(signal, "");
  if (user) await chown(signal, user.uid, user.gid);
}

async function pair(dataDir: string, { url }: EmbeddedPostgres): Promise<PairedServer> {
  const { cluster } = await postgresHome(dataDir, await postgresUser());
  const signal = async (name: NodeJS.Signals) => {
    const postmaster = await postmasterPid(cluster);
    if (postmaster === null) throw new Error("The server does not run");
    // The postmaster first, so that it starts no more children.
    process.kill(postmaster, name);
    await run("pkill", [`-${name}`, "-P", String(postmaster)]);
  };
  return {
    url,
    asOwner: (statement) => ask(url, statement),
    freeze: () => signal("SIGSTOP"),
    thaw: () => signal("SIGCONT"),
  };
}

/** Starts both servers, with a migrated, empty database. */
export async function startServerPair(): Promise<ServerPair> {
  const folders = await Promise.all([1, 2].map(() => newDataFolder("crc-test-")));
  const [firstDir = "", secondDir = ""] = folders;
  const running: EmbeddedPostgres[] = [];
  const start = async (dataDir: string, name: string) => {
    const server = await startEmbeddedPostgres({ dataDir, settings: { ...SETTINGS, cluster_name: name } });
    running.push(server);
    return server;
  };
  const pairs: PairedServer[] = [];
  const stop = async () => {
    // A frozen server does not stop.
    for (const server of pairs) await server.thaw();
    await Promise.all(running.map((server) => server.stop()));
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  };
  try {
    const encryptionKey = randomBytes(32).toString("base64url");
    const original = await startEmbeddedPostgres({ dataDir: firstDir, settings: SETTINGS });
    await migrate(original.url, { encryptionKey }).finally(() => original.stop());
    await copyAsStandby(firstDir, secondDir);
    const first = await pair(firstDir, await start(firstDir, "first"));
    const second = await pair(secondDir, await start(secondDir, "second"));
    pairs.push(first, second);
    const [here, there] = [second, first].map(({ url }) => hostsOf(url)[0]);
    const hosts = [here, there].map((at) => `${encodeURIComponent(at?.host ?? "")}:${at?.port}`).join(",");
    const authority = new URL(first.url).host;
    return {
      first,
      second,
      encryptionKey,
      url: withHostParameters(`${first.url.replace(authority, hosts)}?target_session_attrs=read-write`),
      async promoteSecond() {
        await second.asOwner("SELECT pg_promote()");
        await vi.waitFor(() => second.asOwner("CREATE TEMPORARY TABLE writable ()"), { timeout: 10_000 });
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

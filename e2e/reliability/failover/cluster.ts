import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmod, chown, mkdir, mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withHostParameters } from "#lib/kernel/database-url";
import { postgresUser } from "#lib/postgres/postgres-user";
import { requirePrograms, startProgram } from "../programs.ts";
import { until } from "../until.ts";
import { type ClusterNode, makeNode } from "./node.ts";

const BEGIN_MS = 90_000;
/** Patroni starts a node that was killed, rewinds it, and waits until it has caught up. */
const WHOLE_MS = 120_000;
const DATABASE = "clinical_records";

/** Two PostgreSQL under Patroni, the standby synchronous, with one etcd. */
export interface Cluster {
  /** The owner's URL, which names both servers. */
  url: string;
  folder: string;
  /** Returns the node that takes writes, and the other. Throws if none does. */
  roles(): Promise<{ primary: ClusterNode; standby: ClusterNode }>;
  /** Waits until the standby follows synchronously: only then may the primary be lost without any commit. */
  whole(): Promise<{ primary: ClusterNode; standby: ClusterNode }>;
  stop(): Promise<void>;
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  await Promise.all(servers.map((server) => once(server, "listening")));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "crc-failover-"));
  const user = await postgresUser();
  await chmod(folder, 0o755);
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}

/**
 * One member of etcd suffices: what a majority of three does when one is lost is etcd's own matter, and three on one
 * machine would wait for the same disk.
 */
async function startEtcd(folder: string, [client, peer]: [number, number]) {
  const [at, between] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`];
  const dataDir = join(folder, "etcd");
  await mkdir(dataDir, { mode: 0o700 });
  const user = await postgresUser();
  if (user) await chown(dataDir, user.uid, user.gid);
  const member = ["--name", "one", "--enable-v2", "--data-dir", dataDir, "--initial-cluster", `one=${between}`];
  const urls = [
    "--listen-client-urls",
    at,
    "--advertise-client-urls",
    at,
    "--listen-peer-urls",
    between,
    "--initial-advertise-peer-urls",
    between,
  ];
  const etcd = await startProgram("etcd", [...member, ...urls], join(folder, "etcd.log"));
  // Patroni ends if it meets an etcd that has not decided on its version.
  await until("etcd's version", BEGIN_MS, async () => {
    const answer = await fetch(`${at}/version`).catch(() => null);
    return answer?.ok && ((await answer.json()) as { etcdcluster: string }).etcdcluster !== "not_decided";
  }).catch((error) => {
    etcd.kill("SIGKILL");
    throw error;
  });
  return etcd;
}

const IN_RECOVERY = "SELECT pg_is_in_recovery() AS standby";

/** Returns whether a node takes writes; false if it does not answer. */
export const takesWrites = async (node: ClusterNode): Promise<boolean> => {
  const rows = await node.ask<{ standby: boolean }>(IN_RECOVERY).catch(() => []);
  return rows[0]?.standby === false;
};

/** Starts the cluster with an empty database. Throws with the packages to install if programs are missing. */
export async function startCluster(): Promise<Cluster> {
  requirePrograms(["etcd", "patroni", "postgres", "pg_rewind"]);
  const folder = await makeFolder();
  const [etcdPort = 0, peerPort = 0, ...ports] = await freePorts(6);
  const etcd = await startEtcd(folder, [etcdPort, peerPort]);
  const password = randomBytes(16).toString("hex");
  const nodes: ClusterNode[] = [];
  const stop = async () => {
    for (const node of nodes) await node.stop();
    etcd.kill("SIGKILL");
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  const roles = async () => {
    const taking = await Promise.all(nodes.map(takesWrites));
    const primary = nodes[taking.indexOf(true)];
    const standby = nodes.find((node) => node !== primary);
    return primary && standby && taking.filter(Boolean).length === 1 ? { primary, standby } : null;
  };
  const whole = () =>
    until("a synchronous standby", WHOLE_MS, async () => {
      const found = await roles();
      return found && (await found.standby.isSynchronous()) && found;
    });
  try {
    for (const [index, name] of ["one", "two"].entries()) {
      const node = await makeNode({
        name,
        folder,
        password,
        ports: { postgres: ports[2 * index] ?? 0, rest: ports[2 * index + 1] ?? 0 },
        etcdPort,
      });
      nodes.push(node);
      await node.start();
      // The first node makes the cluster, and the other copies it.
      if (index === 0) await until("the first primary", BEGIN_MS, () => takesWrites(node));
    }
    const { primary } = await whole();
    await primary.ask(`CREATE DATABASE ${DATABASE}`);
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(",");
    const url = withHostParameters(
      `postgres://crc_owner:${password}@${hosts}/${DATABASE}?target_session_attrs=read-write`,
    );
    return {
      url,
      folder,
      async roles() {
        const found = await roles();
        if (!found) throw new Error("There is not one primary");
        return found;
      },
      whole,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chown, mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GROUP_ROLES, loginRole } from "#lib/db/login-roles";
import { hostsOf } from "#lib/kernel/database-url";
import { postgresUser } from "#lib/postgres/postgres-user";
import { freePort } from "../support/free-port.ts";
import type { Base } from "./base.ts";
import { requirePrograms, startProgram } from "./programs.ts";
import { RECOVERY_MS, until } from "./until.ts";

/** A PgBouncer in session mode before a base's PostgreSQL. */
export interface PgBouncer {
  /** The base, the processes of whose copies connect through the pooler. */
  base: Base;
  /** Kills it, with all connections through it, and starts it again at the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The settings of docs/deploy.md, and room for the connections of four processes. */
const settings = (folder: string, port: number, { ownerUrl }: Base) => {
  const [server] = hostsOf(ownerUrl);
  return `[databases]
* = host=${server?.host} port=${server?.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, "users")}
pool_mode = session
ignore_startup_parameters = options,statement_timeout
server_login_retry = 1
max_client_conn = 400
default_pool_size = 200
`;
};

const isOpen = async (port: number): Promise<boolean> => {
  const socket = connect(port, "127.0.0.1");
  const open = await once(socket, "connect").then(
    () => true,
    () => false,
  );
  socket.destroy();
  return open;
};

/** Starts PgBouncer before the base's PostgreSQL. Throws with the package to install if it is missing. */
export async function startPgBouncer(base: Base): Promise<PgBouncer> {
  requirePrograms(["pgbouncer"]);
  const folder = await mkdtemp(join(tmpdir(), "crc-pooler-"));
  const port = await freePort();
  const roles = GROUP_ROLES.map((group) => loginRole(group, base.secrets.ENCRYPTION_KEY));
  const file = join(folder, "pgbouncer.ini");
  await writeFile(join(folder, "users"), roles.map(({ name, password }) => `"${name}" "${password}"\n`).join(""));
  await writeFile(file, settings(folder, port, base));
  const user = await postgresUser();
  if (user) for (const path of [folder, file, join(folder, "users")]) await chown(path, user.uid, user.gid);

  const start = async (): Promise<ChildProcess> => {
    const started = await startProgram("pgbouncer", [file], join(folder, "pgbouncer.log"));
    await until("PgBouncer listens", RECOVERY_MS, () => isOpen(port));
    return started;
  };
  let running = await start();
  const kill = async () => {
    const ended = once(running, "exit");
    running.kill("SIGKILL");
    await ended;
  };
  const through = (address: string): string => {
    const url = new URL(address);
    url.host = `127.0.0.1:${port}`;
    return url.toString();
  };
  return {
    base: {
      ...base,
      async copy(name) {
        const { ownerUrl, variables } = await base.copy(name);
        return {
          ownerUrl,
          variables: Object.fromEntries(Object.entries(variables).map(([key, url]) => [key, through(url)])),
        };
      },
    },
    async restart() {
      await kill();
      running = await start();
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, constants, openSync } from "node:fs";
import { join } from "node:path";
import { postgresUser } from "#lib/postgres/postgres-user";

/** Folder of Debian's PostgreSQL; PG_BIN names another. */
export const PG_BIN = process.env.PG_BIN ?? "/usr/lib/postgresql/15/bin";

const NEEDED = [
  { program: "etcd", folders: ["/usr/bin", "/usr/local/bin"], from: "etcd-server" },
  { program: "patroni", folders: ["/usr/bin", "/usr/local/bin"], from: "patroni" },
  { program: "postgres", folders: [PG_BIN], from: "postgresql-15" },
  { program: "pg_rewind", folders: [PG_BIN], from: "postgresql-15" },
  { program: "pgbouncer", folders: ["/usr/sbin", "/usr/local/bin"], from: "pgbouncer" },
] as const;

type Program = (typeof NEEDED)[number]["program"];

const isThere = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const pathOf = ({ program, folders }: (typeof NEEDED)[number]) =>
  folders.map((folder) => join(folder, program)).find(isThere);

/** Throws with the packages to install if one of these programs is missing. */
export function requirePrograms(programs: readonly Program[]): void {
  const missing = NEEDED.filter((each) => programs.includes(each.program) && !pathOf(each));
  if (missing.length === 0) return;
  const packages = [...new Set(missing.map(({ from }) => from))].join(" ");
  throw new Error(
    `Missing: ${missing.map(({ program }) => program).join(", ")}. On Debian: apt-get install --no-install-recommends ${packages}`,
  );
}

/** Starts a program in the background as the account that runs PostgreSQL, with its output in a file. */
export async function startProgram(program: Program, args: string[], logFile: string): Promise<ChildProcess> {
  const needed = NEEDED.find((each) => each.program === program);
  const path = needed && pathOf(needed);
  if (!path) throw new Error(`${program} is missing`);
  const log = openSync(logFile, "a");
  return spawn(path, args, {
    cwd: "/",
    detached: true,
    env: { PATH: process.env.PATH, LC_ALL: "C.UTF-8", NODE_ENV: process.env.NODE_ENV },
    stdio: ["ignore", log, log],
    ...(await postgresUser()),
  });
}

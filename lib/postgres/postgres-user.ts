import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The account that runs PostgreSQL's programs, or null for our own account. */
export type PostgresUser = { uid: number; gid: number } | null;

const NAME = "postgres";
const OTHERS_MAY_ENTER = 0o001;

/**
 * Returns the account that runs PostgreSQL. PostgreSQL refuses to run as root, so root uses an unprivileged account and
 * creates it if missing. Throws if root cannot create one.
 */
export async function postgresUser(): Promise<PostgresUser> {
  if (process.getuid?.() !== 0) return null;
  const existing = await idsOf(NAME);
  if (existing) return existing;
  if (process.platform !== "linux") {
    throw new Error("PostgreSQL does not run as root: start as an ordinary user, or set DATABASE_URL");
  }
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", NAME]);
  } catch (error) {
    // Another start on this machine may have created the account in the meantime.
    const made = await idsOf(NAME);
    if (made) return made;
    throw new Error(
      `PostgreSQL does not run as root, and the user "${NAME}" could not be created: start as an ordinary user, or set DATABASE_URL`,
      { cause: error },
    );
  }
  const made = await idsOf(NAME);
  if (!made) throw new Error(`The user "${NAME}" was created but cannot be found`);
  return made;
}

async function idsOf(name: string): Promise<PostgresUser> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", name]), run("id", ["-g", name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/** Returns whether an account without privileges can reach the contents of `folder`. */
export async function othersCanReach(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const { mode } = await stat(at);
    if (!(mode & OTHERS_MAY_ENTER)) return false;
    if (dirname(at) === at) return true;
  }
}

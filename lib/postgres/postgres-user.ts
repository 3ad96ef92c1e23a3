import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** As whom PostgreSQL's programs run; null where that is who we are. */
export type PostgresUser = { uid: number; gid: number } | null;

const NAME = "postgres";
const OTHERS_MAY_ENTER = 0o001;

/**
 * PostgreSQL refuses to run as root: then an unprivileged account runs it, made where it is missing.
 * Throws where root can't make one.
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
    // Another start on this machine may have made it in the meantime.
    const made = await idsOf(NAME);
    if (made) return made;
    throw new Error(
      `PostgreSQL does not run as root, and the user "${NAME}" could not be made: start as an ordinary user, or set DATABASE_URL`,
      { cause: error },
    );
  }
  const made = await idsOf(NAME);
  if (!made) throw new Error(`The user "${NAME}" was made but is not found`);
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

/** Whether an account without any rights of its own can reach what stands in `folder`. */
export async function othersCanReach(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    const { mode } = await stat(at);
    if (!(mode & OTHERS_MAY_ENTER)) return false;
    if (dirname(at) === at) return true;
  }
}

import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSharedHome, SHARED_HOME } from "./postgres-binaries.ts";
import { othersCanReach, type PostgresUser } from "./postgres-user.ts";

/** The operating system allows about 100 bytes for a socket's path. */
const LONGEST_SOCKET_PATH = 90;

export interface PostgresHome {
  /** The cluster itself. */
  cluster: string;
  log: string;
  /** Where the server's socket lies. */
  sockets: string;
  /** The superuser's password: kept with the other secrets, for our eyes only. */
  password: string;
  /** Clusters of an earlier data directory at the same place, which was deleted since: nobody can read them again. */
  orphans: string[];
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/**
 * Where a data directory's cluster lies, made ready for `user`: inside of the data directory, or, where that
 * account can't reach it (a clone in root's home), in a folder of its own that is named after it.
 */
export async function postgresHome(dataDir: string, user: PostgresUser): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const place = await realpath(dataDir);
  const password = await readOrMakePassword(join(place, "postgres-password"));
  const parent = join(place, "..");
  let folder = join(place, "postgres");
  let orphans: string[] = [];
  if (user && (await othersCanReach(parent))) {
    // Others may pass through, but neither list the folder nor read the files in it.
    await chmod(place, 0o711);
  } else if (user) {
    const name = digest(place);
    folder = join(SHARED_HOME, `${name}-${digest(password)}`);
    await makeSharedHome();
    orphans = (await readdir(SHARED_HOME))
      .map((entry) => join(SHARED_HOME, entry))
      .filter((entry) => entry.startsWith(join(SHARED_HOME, `${name}-`)) && entry !== folder)
      .map((entry) => join(entry, "cluster"));
  }
  await makeFolder(folder, user);
  const near = join(folder, "socket");
  const sockets = near.length < LONGEST_SOCKET_PATH ? near : join(await realpath(tmpdir()), `crc-${digest(place)}`);
  await makeFolder(sockets, user);
  return { cluster: join(folder, "cluster"), log: join(folder, "postgres.log"), sockets, password, orphans };
}

/** A folder that belongs to `user` alone. Throws where somebody else was there first. */
async function makeFolder(folder: string, user: PostgresUser): Promise<void> {
  const made = await mkdir(folder, { mode: 0o700 }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "EEXIST") return false;
      throw error;
    },
  );
  if (made && user) await chown(folder, user.uid, user.gid);
  const found = await lstat(folder);
  const owner = user?.uid ?? process.getuid?.() ?? found.uid;
  if (!found.isDirectory() || found.uid !== owner) throw new Error(`${folder} belongs to somebody else`);
  await chmod(folder, 0o700);
}

async function readOrMakePassword(file: string): Promise<string> {
  try {
    return (await readFile(file, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    const password = randomBytes(24).toString("base64url");
    await writeFile(file, `${password}\n`, { mode: 0o600, flag: "wx" });
    return password;
  }
}

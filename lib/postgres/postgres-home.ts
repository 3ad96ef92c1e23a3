import { createHash, randomBytes } from "node:crypto";
import { chmod, chown, lstat, mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeSharedHome, SHARED_HOME } from "./postgres-binaries.ts";
import { othersCanReach, type PostgresUser } from "./postgres-user.ts";

/** The operating system limits a socket's path to about 100 bytes. */
const MAX_SOCKET_PATH = 90;

export interface PostgresHome {
  /** Folder of the cluster. */
  cluster: string;
  log: string;
  /** Folder of the server's socket. */
  sockets: string;
  /** File with the superuser's password, stored beside the other secrets and readable by us alone. */
  password: string;
  /** Clusters of a deleted data directory at the same path. Their password is lost, so they cannot be opened. */
  orphans: string[];
}

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/**
 * Prepares the location of a data directory's cluster for `user`: inside the data directory, or in a separate folder
 * named after it if that account cannot reach it (a clone in root's home).
 */
export async function postgresHome(dataDir: string, user: PostgresUser): Promise<PostgresHome> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const place = await realpath(dataDir);
  const password = await readOrMakePassword(join(place, "postgres-password"));
  const parent = join(place, "..");
  let folder = join(place, "postgres");
  let orphans: string[] = [];
  if (user && (await othersCanReach(parent))) {
    // Other accounts may traverse the folder, but neither list it nor read its files.
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
  const sockets = near.length < MAX_SOCKET_PATH ? near : join(await realpath(tmpdir()), `crc-${digest(place)}`);
  await makeFolder(sockets, user);
  return { cluster: join(folder, "cluster"), log: join(folder, "postgres.log"), sockets, password, orphans };
}

/** Creates a folder that belongs to `user` alone. Throws if another account owns it already. */
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
  if (!found.isDirectory() || found.uid !== owner) throw new Error(`${folder} belongs to another user`);
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

import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandOf, isRunning } from "./process-list.ts";

const read = (cluster: string) => readFile(join(cluster, "postmaster.pid"), "utf8").catch(() => "");

/**
 * Returns the id of the process that serves the cluster in this folder, or null if there is none or another process has
 * that id now.
 */
export async function postmasterPid(cluster: string): Promise<number | null> {
  const pid = Number.parseInt(await read(cluster), 10);
  if (!(pid > 0)) return null;
  const command = await commandOf(pid);
  return command?.includes(cluster) ? pid : null;
}

/**
 * Prepares the postmaster.pid of a killed server so that PostgreSQL can remove it, and removes the server's sockets.
 * PostgreSQL removes the pid file of a dead process by itself and thereby checks that no child of the old server is left.
 * It refuses to start if the recorded id is in use: by a killed server that is still a zombie, or by an unrelated process.
 * It ignores the id of its own parent, so this function writes our id there. Removing the file instead would skip the
 * check for children, which may still write to the cluster.
 */
export async function clearPostmasterPid(cluster: string, sockets: string): Promise<void> {
  const text = await read(cluster);
  const pid = Number.parseInt(text, 10);
  if (!(pid > 0) || !isRunning(pid)) return;
  await writeFile(join(cluster, "postmaster.pid"), text.replace(/^\d+/, String(process.pid)));
  for (const entry of await readdir(sockets)) await rm(join(sockets, entry), { force: true });
}

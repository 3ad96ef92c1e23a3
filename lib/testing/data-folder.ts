import { mkdtemp, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux's folder in memory. */
const MEMORY = "/dev/shm";
const GIB = 2 ** 30;
/** What a run of the tests may keep there at a time, with a margin. */
const ROOM_BYTES = 3 * GIB;
/** What must be free for that and for the processes of a run. */
const FREE_BYTES = 8 * GIB;

async function memoryHasRoom(): Promise<boolean> {
  if (process.availableMemory() < FREE_BYTES) return false;
  const found = await statfs(MEMORY).catch(() => null);
  return found !== null && found.bavail * found.bsize >= ROOM_BYTES;
}

/**
 * Creates a folder for the data of a PostgreSQL server that ends with its test: in memory if there is room. A database
 * is about a thousand files, and after many were removed, a disk's file system looks long for places of new ones: to
 * make a test file's database took up to 0.8 s of a processor there, and 0.04 s in memory.
 */
export const newDataFolder = async (prefix: string): Promise<string> =>
  mkdtemp(join((await memoryHasRoom()) ? MEMORY : tmpdir(), prefix));

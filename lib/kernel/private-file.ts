import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartFailure } from "./start-failure.ts";

/**
 * Makes the data directory where it is missing: for the account that runs us alone. Step by step, as mkdir's own
 * recursion never ends where a folder can't be made in one that is there, such as /proc.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  if (await makeFolder(dataDir)) return;
  await makeDataDir(dirname(dataDir));
  await mkdir(dataDir, { mode: 0o700 });
}

/** Whether the folder is there now; false where the one that it belongs in is missing. */
async function makeFolder(folder: string): Promise<boolean> {
  try {
    await mkdir(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return true;
    if (code === "ENOENT" && dirname(folder) !== folder) return false;
    throw error;
  }
}

/** Writes a file of the data directory that only we may read; whoever reads it sees the old or the new one, whole. */
export async function writePrivateJson(dataDir: string, name: string, value: unknown): Promise<void> {
  const file = join(dataDir, name);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}

/** The parsed content of a file of the data directory; null where there is none. Throws a StartFailure where it is not JSON. */
export async function readPrivateJson<Value>(dataDir: string, name: string): Promise<Value | null> {
  const text = await readFile(join(dataDir, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new StartFailure(`${join(dataDir, name)} is damaged: put a copy of it back`);
  }
}

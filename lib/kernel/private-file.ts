import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { StartFailure } from "./start-failure.ts";

/**
 * Creates the data directory if it is missing, for our account alone. It does so step by step, because the recursive
 * mkdir never ends if a folder's parent exists and refuses new folders, such as /proc.
 */
export async function makeDataDir(dataDir: string): Promise<void> {
  if (await makeFolder(dataDir)) return;
  await makeDataDir(dirname(dataDir));
  await mkdir(dataDir, { mode: 0o700 });
}

/** Creates a folder. Returns false if its parent is missing. */
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

/**
 * Writes a file of the data directory that only our account may read. Readers see either the old or the new content.
 */
export async function writePrivateJson(dataDir: string, name: string, value: unknown): Promise<void> {
  const file = join(dataDir, name);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}

/**
 * Returns the parsed content of a file of the data directory, or null without one. Throws a StartFailure if it is not
 * JSON.
 */
export async function readPrivateJson<Value>(dataDir: string, name: string): Promise<Value | null> {
  const text = await readFile(join(dataDir, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (text === null) return null;
  try {
    return JSON.parse(text) as Value;
  } catch {
    throw new StartFailure(`${join(dataDir, name)} is damaged: restore a copy of it`);
  }
}

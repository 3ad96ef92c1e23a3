import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Makes the data directory where it is missing: for the account that runs us alone. */
export async function makeDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
}

/** Writes a file of the data directory that only we may read; whoever reads it sees the old or the new one, whole. */
export async function writePrivateJson(dataDir: string, name: string, value: unknown): Promise<void> {
  const file = join(dataDir, name);
  const unfinished = `${file}.${process.pid}`;
  await writeFile(unfinished, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await rename(unfinished, file);
}

/** The parsed content of a file of the data directory; null where there is none. Throws where it is not JSON. */
export async function readPrivateJson<Value>(dataDir: string, name: string): Promise<Value | null> {
  const text = await readFile(join(dataDir, name), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  return text === null ? null : (JSON.parse(text) as Value);
}

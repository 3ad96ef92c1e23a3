import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { DemoFile } from "#lib/launcher/demo-file";
import { newDataFolder } from "#lib/testing/data-folder";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Output and logs of products that ended unexpectedly, in a folder per data directory. */
const KEPT = fileURLToPath(new URL("../.results/products", import.meta.url));
const LOGS = ["server.log", join("postgres", "postgres.log")];
const READY = /^Clinical Records Console('s worker)? is ready/m;
/** The first start may include a build. */
const START_MS = 240_000;

export interface Product {
  dataDir: string;
  demo: DemoFile;
  process: ChildProcess;
  /** Returns its complete output so far. */
  output(): string;
  /** Sends SIGTERM and waits for the end. Returns the exit code. */
  stop(): Promise<number | null>;
  /** Kills the launcher's whole process group, or the launcher alone, and waits for the launcher's end. */
  kill(whom?: "group" | "launcher"): Promise<void>;
}

/** Creates a new data directory for one product, on the disk as in a deployment. */
export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), "crc-e2e-"));

/**
 * Creates a data directory with the demo as the run's setup has prepared it, so that a product starts on it within
 * seconds. Its credentials are those of the run's product. The directory is empty outside of a run of Playwright.
 */
export async function newDemoDir(): Promise<string> {
  const dataDir = await newDataFolder("crc-e2e-");
  const prepared = process.env.E2E_PREPARED_DEMO;
  if (prepared) await copyDataDir(prepared, dataDir);
  return dataDir;
}

/** Copies the data directory of a stopped product with the owners of its files, since PostgreSQL's account owns some. */
export async function copyDataDir(from: string, to: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", `${from}/.`, to]);
}

export const removeDataDir = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true });

/** Reads demo.json in a data directory. */
export const readDemo = async (dataDir: string): Promise<DemoFile> =>
  JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as DemoFile;

/** Saves a product's output and the logs of its data directory before this is removed. Returns the folder. */
async function keepOutput(dataDir: string, printed: string): Promise<string> {
  const folder = join(KEPT, basename(dataDir));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "output.log"), printed);
  // A product that ended early has no log yet, and one with an external database has no PostgreSQL log.
  for (const log of LOGS) await cp(join(dataDir, log), join(folder, basename(log))).catch(() => undefined);
  return folder;
}

/**
 * Starts the real product on a data directory, in a new process group, and waits until it prints that it is ready. No
 * variables of this process configure it. Rejects with its output if it ends before; prints a message once if it ends
 * unexpectedly later. Either way its output and logs are kept in e2e/.results/products.
 */
export async function startProduct(options: {
  dataDir: string;
  /** By default a free port, which demo.json records. */
  port?: number;
  /** The operator's variables, such as INTERNAL_URL. */
  variables?: Record<string, string>;
  /** Folder of another version, installed and built; this one by default. */
  root?: string;
}): Promise<Product> {
  const { dataDir } = options;
  const { PATH, HOME, TMPDIR, LANG, NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [join(options.root ?? ROOT, "lib/launcher/launch.ts")], {
    detached: true,
    env: {
      PATH,
      HOME,
      LANG,
      NODE_ENV: "production",
      ...(TMPDIR ? { TMPDIR } : {}),
      ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}),
      DATA_DIR: dataDir,
      PORT: String(options.port ?? 0),
      ...options.variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  const ready = Promise.withResolvers<void>();
  const listen = (chunk: Buffer) => {
    printed += chunk.toString();
    if (READY.test(printed)) ready.resolve();
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  const endedWith = ended.then(([code, signal]) => `The product ended with ${code ?? signal}`);
  endedWith.then((how) => ready.reject(new Error(how)));
  const deadline = setTimeout(() => ready.reject(new Error("The product was not ready in time")), START_MS);
  try {
    await ready.promise;
  } catch (error) {
    if (child.exitCode === null) child.kill("SIGKILL");
    throw new Error(`${(error as Error).message}; see ${await keepOutput(dataDir, printed)}:\n${printed}`);
  } finally {
    clearTimeout(deadline);
  }
  let asked = false;
  endedWith.then(async (how) => {
    if (!asked) process.stderr.write(`${how}; see ${await keepOutput(dataDir, printed)}\n`);
  });
  return {
    dataDir,
    demo: await readDemo(dataDir),
    process: child,
    output: () => printed,
    async stop() {
      asked = true;
      child.kill("SIGTERM");
      return (await ended)[0];
    },
    async kill(whom = "group") {
      asked = true;
      if (child.pid !== undefined) process.kill(whom === "group" ? -child.pid : child.pid, "SIGKILL");
      await ended;
    },
  };
}

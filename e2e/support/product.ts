import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { DemoFile } from "#lib/runtime/demo-file";

const LAUNCHER = fileURLToPath(new URL("../../lib/runtime/launch.ts", import.meta.url));
const READY = "Clinical Records Console is ready";
/** The first start may have to build. */
const START_MS = 240_000;

export interface Product {
  dataDir: string;
  demo: DemoFile;
  process: ChildProcess;
  /** Everything it has said so far. */
  output(): string;
  /** Sends SIGTERM and waits for the end; its exit code. */
  stop(): Promise<number | null>;
}

/** A data directory that is not there before, for one product to live in. */
export const newDataDir = (): Promise<string> => mkdtemp(join(tmpdir(), "crc-e2e-"));

export const removeDataDir = (dataDir: string): Promise<void> => rm(dataDir, { recursive: true, force: true });

/** What demo.json in a data directory says. */
export const readDemo = async (dataDir: string): Promise<DemoFile> =>
  JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as DemoFile;

/**
 * Starts the real product on a data directory, in a process group of its own, and waits until it says that it is
 * ready. Nothing of our own environment configures it. Rejects with what it said where it ends before.
 */
export async function startProduct(options: {
  dataDir: string;
  port: number;
  /** Variables of the operator's, such as INTERNAL_URL. */
  variables?: Record<string, string>;
}): Promise<Product> {
  const { PATH, HOME, TMPDIR, LANG } = process.env;
  const child = spawn(process.execPath, [LAUNCHER], {
    detached: true,
    env: {
      PATH,
      HOME,
      LANG,
      NODE_ENV: "production",
      ...(TMPDIR ? { TMPDIR } : {}),
      DATA_DIR: options.dataDir,
      PORT: String(options.port),
      ...options.variables,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  const ready = Promise.withResolvers<void>();
  const listen = (chunk: Buffer) => {
    said += chunk.toString();
    if (said.includes(READY)) ready.resolve();
  };
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  child.once("exit", (code) => ready.reject(new Error(`The product ended with ${code}:\n${said}`)));
  const deadline = setTimeout(() => ready.reject(new Error(`Not ready in time:\n${said}`)), START_MS);
  try {
    await ready.promise;
  } catch (error) {
    if (child.exitCode === null) child.kill("SIGKILL");
    throw error;
  } finally {
    clearTimeout(deadline);
  }
  return {
    dataDir: options.dataDir,
    demo: await readDemo(options.dataDir),
    process: child,
    output: () => said,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      child.kill("SIGTERM");
      const [code] = (await once(child, "exit")) as [number | null];
      return code;
    },
  };
}

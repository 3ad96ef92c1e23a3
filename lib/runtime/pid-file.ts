import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { commandOf } from "./process-list.ts";
import { StartFailure } from "./start-failure.ts";

const LAUNCHER = "launcher.pid";
const SERVER = "server.pid";
/** A server whose launcher was killed ends by itself within this. */
const SERVER_ENDS_MS = 10_000;

/**
 * Claims a data directory for this process. A launcher that was killed leaves its file: it counts only while that
 * process still is a launcher. Throws a StartFailure where another one is at work.
 */
export async function claim(dataDir: string): Promise<void> {
  const file = join(dataDir, LAUNCHER);
  for (;;) {
    try {
      await writeFile(file, `${process.pid}\n`, { mode: 0o600, flag: "wx" });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const pid = await pidIn(file);
    if (pid !== null && pid !== process.pid && (await commandOf(pid))?.includes("launch.ts")) {
      throw new StartFailure(`Already running: process ${pid} serves the data in ${dataDir}`);
    }
    await rm(file, { force: true });
  }
}

/** Gives the data directory back. */
export async function release(dataDir: string): Promise<void> {
  await rm(join(dataDir, SERVER), { force: true });
  await rm(join(dataDir, LAUNCHER), { force: true });
}

/** Notes the server that this launcher started, for a later launcher in case this one is killed. */
export async function noteServer(dataDir: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, SERVER), `${pid}\n`, { mode: 0o600 });
}

/** Waits until the server of a launcher that was killed has ended; ends it where it does not. */
export async function outliveOldServer(dataDir: string): Promise<void> {
  const pid = await pidIn(join(dataDir, SERVER));
  const deadline = Date.now() + SERVER_ENDS_MS;
  while (pid !== null && (await commandOf(pid))?.includes("server.ts")) {
    if (Date.now() > deadline) process.kill(pid, "SIGKILL");
    await pause(50);
  }
}

async function pidIn(file: string): Promise<number | null> {
  const pid = Number.parseInt(await readFile(file, "utf8").catch(() => ""), 10);
  return pid > 0 ? pid : null;
}

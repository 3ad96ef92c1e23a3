import { appendFile, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartFailure } from "#lib/kernel/start-failure";
import { startOf } from "./process-list.ts";

const LAUNCHER = "launcher.pid";
const SERVER = "server.pid";
const STOPPING = "stopping";
/** A server ends by itself within this time after its launcher was killed. */
const SERVER_ENDS_MS = 10_000;
/** A start waits this long for a launcher that is stopping. */
const LAUNCHER_ENDS_MS = 10_000;
/**
 * Time within which a launcher notices that its npm process has ended: a new start right after the end of npm may
 * arrive earlier.
 */
const HEARS_OF_ITS_END_MS = 1_500;
/** A pid file is created first and written afterwards: an empty file younger than this is being written. */
const WRITTEN_MS = 1_000;
const POLL_MS = 50;

/** A process as a pid file identifies it. The id alone is not enough because the system reuses ids. */
interface Holder {
  pid: number;
  start: string;
  stopping: boolean;
}

/**
 * Claims a data directory for this process. The file of a killed launcher counts only while that same process runs.
 * Waits up to 10 s, and the grace of its server, for a launcher that is stopping. Throws a StartFailure if another one is
 * running.
 */
export async function claim(dataDir: string, graceMs = 0): Promise<void> {
  const file = join(dataDir, LAUNCHER);
  const since = Date.now();
  for (;;) {
    try {
      await writeFile(file, await textFor(process.pid), { mode: 0o600, flag: "wx" });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
    const text = await readFile(file, "utf8").catch(() => "");
    const holder = holderIn(text);
    if (holder && holder.pid !== process.pid && (await runs(holder))) {
      const waited = Date.now() - since;
      if (holder.stopping && waited > graceMs + LAUNCHER_ENDS_MS) {
        throw new StartFailure(`Process ${holder.pid} is still stopping the server of the data in ${dataDir}`);
      }
      if (!holder.stopping && waited > HEARS_OF_ITS_END_MS) {
        throw new StartFailure(`Already running: process ${holder.pid} serves the data in ${dataDir}`);
      }
      await pause(POLL_MS);
    } else if (text === "" && (await isBeingWritten(file))) {
      await pause(POLL_MS);
    } else {
      await removeLeftover(file, text);
    }
  }
}

/** Records that this launcher, which holds the claim, is stopping, so that the next launcher waits for it. */
export async function noteStopping(dataDir: string): Promise<void> {
  await appendFile(join(dataDir, LAUNCHER), `${STOPPING}\n`);
}

/** Releases the claim on the data directory. */
export async function release(dataDir: string): Promise<void> {
  await rm(join(dataDir, SERVER), { force: true });
  await rm(join(dataDir, LAUNCHER), { force: true });
}

/** Records the server that this launcher started, so that a later launcher finds it if this one is killed. */
export async function noteServer(dataDir: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, SERVER), await textFor(pid), { mode: 0o600 });
}

/** Waits until the server of a killed launcher has ended; kills it after `patienceMs`. */
export async function outliveOldServer(dataDir: string, patienceMs = SERVER_ENDS_MS): Promise<void> {
  const server = holderIn(await readFile(join(dataDir, SERVER), "utf8").catch(() => ""));
  const deadline = Date.now() + patienceMs;
  while (server && (await runs(server))) {
    if (Date.now() > deadline) process.kill(server.pid, "SIGKILL");
    await pause(POLL_MS);
  }
}

const textFor = async (pid: number): Promise<string> => `${pid}\n${(await startOf(pid)) ?? ""}\n`;

/** Returns null if the file names no process, or one without a start time. */
function holderIn(text: string): Holder | null {
  const [number = "", start = "", state] = text.split("\n");
  const pid = Number.parseInt(number, 10);
  return pid > 0 && start !== "" ? { pid, start, stopping: state === STOPPING } : null;
}

const runs = async ({ pid, start }: Holder): Promise<boolean> => (await startOf(pid)) === start;

async function isBeingWritten(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && Date.now() - found.mtimeMs < WRITTEN_MS;
}

/** Removes the file of a killed launcher, unless another start has already replaced it. */
async function removeLeftover(file: string, judged: string): Promise<void> {
  const aside = `${file}.${process.pid}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw error;
  }
  if ((await readFile(aside, "utf8")) === judged) await rm(aside);
  else await rename(aside, file);
}

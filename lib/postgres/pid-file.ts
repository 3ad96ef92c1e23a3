import { appendFile, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StartFailure } from "#lib/kernel/start-failure";
import { startOf } from "./process-list.ts";

const LAUNCHER = "launcher.pid";
const SERVER = "server.pid";
const STOPPING = "stopping";
/** A server whose launcher was killed ends by itself within this. */
const SERVER_ENDS_MS = 10_000;
/** A launcher that is stopping is waited for this long. */
const LAUNCHER_ENDS_MS = 10_000;
/** Somebody who ended npm and starts again at once is here before the launcher has heard that npm is gone. */
const HEARS_OF_ITS_END_MS = 1_500;
/** A pid file is made and then written: an empty one that is younger than this is about to be. */
const WRITTEN_MS = 1_000;
const POLL_MS = 50;

/** A process as a pid file names it: the number alone may be another process's by now. */
interface Holder {
  pid: number;
  start: string;
  stopping: boolean;
}

/**
 * Claims a data directory for this process. A launcher that was killed leaves its file: it counts only while just
 * that process runs. One that is stopping is waited for, for up to 10 s. Throws a StartFailure where one is at work.
 */
export async function claim(dataDir: string): Promise<void> {
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
      if (holder.stopping && waited > LAUNCHER_ENDS_MS) {
        throw new StartFailure(`Process ${holder.pid} is still stopping what served the data in ${dataDir}`);
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

/** Notes that this launcher, which holds the claim, is stopping: the next one waits for it then. */
export async function noteStopping(dataDir: string): Promise<void> {
  await appendFile(join(dataDir, LAUNCHER), `${STOPPING}\n`);
}

/** Gives the data directory back. */
export async function release(dataDir: string): Promise<void> {
  await rm(join(dataDir, SERVER), { force: true });
  await rm(join(dataDir, LAUNCHER), { force: true });
}

/** Notes the server that this launcher started, for a later launcher in case this one is killed. */
export async function noteServer(dataDir: string, pid: number): Promise<void> {
  await writeFile(join(dataDir, SERVER), await textFor(pid), { mode: 0o600 });
}

/** Waits until the server of a launcher that was killed has ended; ends it where it does not within `patienceMs`. */
export async function outliveOldServer(dataDir: string, patienceMs = SERVER_ENDS_MS): Promise<void> {
  const server = holderIn(await readFile(join(dataDir, SERVER), "utf8").catch(() => ""));
  const deadline = Date.now() + patienceMs;
  while (server && (await runs(server))) {
    if (Date.now() > deadline) process.kill(server.pid, "SIGKILL");
    await pause(POLL_MS);
  }
}

const textFor = async (pid: number): Promise<string> => `${pid}\n${(await startOf(pid)) ?? ""}\n`;

/** Null for a file that names no process, or none whose start is known. */
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

/** Removes what a killed launcher left, unless another start did so already and claimed the place. */
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

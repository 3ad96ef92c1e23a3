import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { COLLECT_EARLY, FEW_ARENAS } from "#lib/launcher/server-process";
import type { Base } from "./base.ts";
import type { FirstSync, FirstSyncEnd } from "./first-sync-process.ts";

const PROCESS = fileURLToPath(new URL("first-sync-process.ts", import.meta.url));

/** Number of SIGKILLs; KILLS=10 for a shorter run. */
const KILLS = Number(process.env.KILLS ?? 100);
const ROWS = 100_000;
const PAGE_ROWS = 500;
/** A kill follows the first of so many pages at most: a hundred kills fit into the 200 pages. */
const MAX_PAGES = 2;
/** A kill follows the last of these pages by up to this long, so that it hits any step of storing one. */
const MAX_AFTER_MS = 150;

const MEMORY = { patients: 200_000, appointments: 100_000 };
const MAX_BYTES = 400 * 1024 * 1024;

/** One account's first sync, on a database of its own. */
interface Trial {
  given: FirstSync;
  start(): ChildProcess;
  /** Pages that were read so far, oldest first. */
  reads(): Promise<string[]>;
  count(table: "patient" | "appointment"): Promise<number>;
  stop(): Promise<void>;
}

async function startTrial(base: Base, name: string, sizes: { patients: number; appointments: number }): Promise<Trial> {
  const { ownerUrl, variables } = await base.copy(name);
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: "crc-test" });
  await owner.connect();
  const reads = join(base.folder, `${name}.reads`);
  await writeFile(reads, "");
  const { tenant } = base.clinic;
  const given = { ...sizes, tenant, requestedAt: new Date().toISOString(), pageRows: PAGE_ROWS, reads };
  return {
    given,
    start: () =>
      spawn(process.execPath, [...COLLECT_EARLY, PROCESS, JSON.stringify(given)], {
        env: { ...process.env, ...FEW_ARENAS, ...base.secrets, ...variables, NODE_ENV: "production" },
        stdio: ["ignore", "pipe", "inherit"],
      }),
    reads: async () => (await readFile(reads, "utf8")).split("\n").filter(Boolean),
    async count(table) {
      const { rows } = await owner.query(
        `SELECT count(*)::integer AS count FROM ${table} WHERE linked_account_id = $1`,
        [tenant.linkedAccountId],
      );
      return rows[0].count;
    },
    stop: () => owner.end(),
  };
}

/** Runs the process to its end. Rejects if it fails. */
async function finish(trial: Trial): Promise<FirstSyncEnd> {
  const running = trial.start();
  const [output, [code]] = await Promise.all([
    text(running.stdout as NonNullable<typeof running.stdout>),
    once(running, "exit"),
  ]);
  if (code !== 0) throw new Error(`The sync ended with ${code}`);
  return JSON.parse(output) as FirstSyncEnd;
}

/** Starts the process, and kills it soon after it has begun to read a few pages. Returns whether it was killed. */
async function killOnce(trial: Trial): Promise<boolean> {
  const before = (await trial.reads()).length;
  const running = trial.start();
  const ended = once(running, "exit");
  const pages = 1 + Math.floor(Math.random() * MAX_PAGES);
  while (running.exitCode === null && (await trial.reads()).length < before + pages) await pause(5);
  await pause(Math.random() * MAX_AFTER_MS);
  running.kill("SIGKILL");
  const [, signal] = await ended;
  return signal === "SIGKILL";
}

async function assertWhole(trial: Trial): Promise<void> {
  const [patients, appointments] = [await trial.count("patient"), await trial.count("appointment")];
  if (patients !== trial.given.patients || appointments !== trial.given.appointments)
    throw new Error(`There are ${patients} patients and ${appointments} appointments`);
}

/**
 * Kills the process again and again during the first sync of 100,000 rows: it ends whole, and each kill makes at most
 * the page in progress be read again.
 */
export async function firstSyncKills(base: Base, stop: AbortSignal): Promise<void> {
  const trial = await startTrial(base, "crc_first_sync", { patients: ROWS / 2, appointments: ROWS / 2 });
  try {
    let kills = 0;
    while (kills < KILLS && !stop.aborted && (await killOnce(trial))) kills++;
    await finish(trial);
    await assertWhole(trial);
    const reads = await trial.reads();
    const times = [...Map.groupBy(reads, (page) => page).values()].map((same) => same.length);
    const again = reads.length - times.length;
    process.stdout.write(
      `first sync: rows ${ROWS}; kills ${kills}; pages ${times.length}, read again ${again}; ` +
        `most readings of one page ${Math.max(...times)}\n`,
    );
    if (times.length !== ROWS / PAGE_ROWS || again > kills) throw new Error("Pages were read again without need");
    if (kills < KILLS && !stop.aborted) throw new Error(`The sync ended after ${kills} kills`);
  } finally {
    await trial.stop();
  }
}

/** Measures the first sync of a large practice: rows per second, and the peak of the process's memory. */
export async function firstSyncMemory(base: Base): Promise<void> {
  const trial = await startTrial(base, "crc_large_sync", MEMORY);
  try {
    const { peakBytes, seconds } = await finish(trial);
    await assertWhole(trial);
    const rows = MEMORY.patients + MEMORY.appointments;
    process.stdout.write(
      `first sync: patients ${MEMORY.patients}, appointments ${MEMORY.appointments}; ${Math.round(seconds)} s, ` +
        `${Math.round(rows / seconds)} rows per second; peak memory ${Math.round(peakBytes / 1024 / 1024)} MB\n`,
    );
    if (peakBytes > MAX_BYTES) throw new Error("The sync needs more memory than it may");
  } finally {
    await trial.stop();
  }
}

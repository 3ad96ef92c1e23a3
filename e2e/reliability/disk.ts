import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { startBase } from "./base.ts";
import type { Lane } from "./lane.ts";
import { type Blow, underLoadOn } from "./under-load.ts";
import { until } from "./until.ts";

const run = promisify(execFile);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SIZE = "600m";
/** A write needs a new page, or a new segment of the log, before it meets the end of the disk. */
const TOLD_WITHIN_MS = 30_000;
const FULL_FOR_MS = 5_000;

/** Takes every byte that is left, in files that a process of any size could have written. */
async function fill(file: string): Promise<void> {
  const handle = await open(file, "w");
  try {
    for (let size = 1 << 20; size >= 512; size >>= 1) {
      const bytes = Buffer.alloc(size);
      while (
        await handle.write(bytes).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await handle.close();
  }
}

/** Returns what `/api/ready` misses or warns of; empty if it says nothing. */
async function told(lane: Lane): Promise<string> {
  const answer = await fetch(`${lane.address()}/api/ready`);
  const { message = "", warning = "" } = (await answer.json()) as { message?: string; warning?: string };
  return `${message}${warning}`;
}

function fullDisk(folder: string): Blow {
  const file = join(folder, "everything");
  return {
    name: "the disk full for some seconds",
    async strike(lane, restartDatabase) {
      await fill(file);
      try {
        const said = await until("a word of /api/ready about the database", TOLD_WITHIN_MS, () => told(lane));
        process.stdout.write(`/api/ready: ${said}\n`);
        await pause(FULL_FOR_MS);
      } finally {
        await rm(file);
      }
      // PostgreSQL exits if it cannot write its write-ahead log. The proof restarts it, as the launcher does.
      await lane.rows("SELECT 1").catch(() => restartDatabase());
    },
  };
}

/**
 * Fills the disk of PostgreSQL and of the processes' logs under load, several times: accepted work is not lost, `/api/ready`
 * says so, and the product goes on by itself. Needs Linux and root, for a small file system of its own.
 */
export async function disk(stop: AbortSignal): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "crc-disk-"));
  await run("mount", ["-t", "tmpfs", "-o", `size=${SIZE}`, "tmpfs", folder]);
  try {
    const base = await startBase(join(folder, "data"));
    try {
      await underLoadOn(
        base,
        Array.from({ length: ROUNDS }, () => fullDisk(folder)),
        ["web", "worker"],
        stop,
      );
    } finally {
      await base.stop();
    }
  } finally {
    // This process keeps the processes' log open to its end.
    await run("umount", ["--lazy", folder]);
    await rm(folder, { recursive: true });
  }
}

import { createHash } from "node:crypto";
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

// Plain JavaScript for Node.js 20: this file runs before any package is installed.

const LOOK_MS = 500;
/** Age of a file whose process is another one by now, or which was never written to its end. */
const OLD_MS = 30 * 60_000;

/** Returns whether a process with this id lives. */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

/** Writes this process's id to a new file. @returns {boolean} false if the file is there */
function claim(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

/** Returns whether the process that wrote a file has ended without removing it. */
function isLeft(file) {
  try {
    if (Date.now() - statSync(file).mtimeMs > OLD_MS) return true;
    const pid = Number(readFileSync(file, "utf8"));
    // A file without an id is being written.
    return Number.isInteger(pid) && pid > 0 && !isAlive(pid);
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

/**
 * Does work that one process at a time may do on this machine, by its name. Others wait until that one has ended.
 * @template Result
 * @param {string} name
 * @param {() => void} onWait called once if another process is at it
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function alone(name, onWait, work) {
  const file = join(tmpdir(), `crc-${createHash("sha256").update(name).digest("hex").slice(0, 32)}.pid`);
  for (let waits = 0; !claim(file); waits++) {
    if (isLeft(file)) {
      rmSync(file, { force: true });
      continue;
    }
    if (waits === 0) onWait();
    await pause(LOOK_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

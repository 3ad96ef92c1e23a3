import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Fields of /proc/<pid>/stat, counted from the closing bracket of the command: the state, and the start time in clock
 * ticks.
 */
const STATE_FIELD = 0;
const START_FIELD = 19;

/** Returns whether a process with this id runs, under any account. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * Returns the command line of a process, or null if no process has this id. The id alone identifies no process because
 * the system reuses ids.
 */
export async function commandOf(pid: number): Promise<string | null> {
  if (!isRunning(pid)) return null;
  if (process.platform === "linux") {
    const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    // A zombie process has no command line.
    return text === "" ? null : text.replaceAll("\0", " ").trim();
  }
  return process.platform === "win32" ? windowsProperty(pid, "CommandLine") : psColumn(pid, "command=");
}

/**
 * Returns a mark of the process's start that distinguishes it from every later process with the same id, or null if
 * none runs. Marks are comparable on one machine only.
 */
export async function startOf(pid: number): Promise<string | null> {
  if (!isRunning(pid)) return null;
  if (process.platform === "linux") return linuxStart(pid);
  return process.platform === "win32" ? windowsProperty(pid, "CreationDate.Ticks") : psColumn(pid, "lstart=");
}

async function linuxStart(pid: number): Promise<string | null> {
  const [stat, boot] = await Promise.all([
    readFile(`/proc/${pid}/stat`, "utf8").catch(() => ""),
    readFile("/proc/sys/kernel/random/boot_id", "utf8").catch(() => ""),
  ]);
  // The command may itself contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, ticks] = [fields[STATE_FIELD], fields[START_FIELD]];
  return ticks === undefined || state === "Z" || state === "X" ? null : `${ticks}@${boot.trim()}`;
}

function psColumn(pid: number, column: string): Promise<string | null> {
  return run("ps", ["-p", String(pid), "-o", column], { env: { ...process.env, LC_ALL: "C", TZ: "UTC" } }).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

async function windowsProperty(pid: number, property: string): Promise<string | null> {
  const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").${property}`;
  const { stdout } = await run("powershell", ["-NoProfile", "-Command", query]);
  return stdout.trim() || null;
}

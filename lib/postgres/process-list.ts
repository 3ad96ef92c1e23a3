import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/** In /proc/<pid>/stat, counted from behind the command's closing bracket: the state, and the start in clock ticks. */
const STATE_FIELD = 0;
const START_FIELD = 19;

/** Whether a process of this number runs, whoever it belongs to. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/**
 * The command line of a process; null where none of this number runs. A number alone says little: the operating
 * system gives it to another process in time.
 */
export async function commandOf(pid: number): Promise<string | null> {
  if (!isRunning(pid)) return null;
  if (process.platform === "linux") {
    const text = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    // A process that has ended and waits for its parent has none.
    return text === "" ? null : text.replaceAll("\0", " ").trim();
  }
  return process.platform === "win32" ? windowsProperty(pid, "CommandLine") : psColumn(pid, "command=");
}

/**
 * When a process began, as a mark that no other process has that is ever given its number; null where none of this
 * number runs. Marks of one process are equal on one machine, and mean nothing elsewhere.
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
  // The command may hold spaces and brackets itself.
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

import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

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
  if (process.platform === "win32") {
    const query = `(Get-CimInstance Win32_Process -Filter "ProcessId=${pid}").CommandLine`;
    const { stdout } = await run("powershell", ["-NoProfile", "-Command", query]);
    return stdout.trim() || null;
  }
  return run("ps", ["-p", String(pid), "-o", "command="]).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  );
}

import { type ChildProcess, fork } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { StartFailure } from "#lib/kernel/start-failure";
import type { ServerMessage } from "#lib/server/server";
import { keptLog } from "./kept-log.ts";

/** Time after its grace until a stopping server is killed; the server ends within 8 s without help. */
const STOP_MS = 8_500;

/**
 * Limits V8's heap: on machines with much memory, V8 lets a busy server grow to four times its live data before it
 * collects garbage, more than 600 MB here. These options for young and old objects reduce that to less than half, for
 * 0.2 ms more garbage collection in the 13 ms of an operation.
 */
export const COLLECT_EARLY = ["--max-semi-space-size=16", "--heap-growing-percent=50"];

/**
 * glibc keeps freed memory in an arena per thread, and Node.js has a dozen threads that rarely allocate at the same
 * time: two arenas save 13 MiB after some thousand operations. Other C libraries ignore the variable.
 */
export const FEW_ARENAS = { MALLOC_ARENA_MAX: "2" };

/** Shortens the start of a process that loads the application by half a second of CPU time. */
export const REMEMBER_PACKAGES = ["--import", new URL("./remember-packages.ts", import.meta.url).href];

export interface ServerProcess {
  pid: number;
  /** Port of the server; null for a worker. */
  port: number | null;
  /** Resolves with the exit code once the server has ended for any reason. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the server as a child process and waits until it is ready. With `logFile`, its output is written there and
 * only warnings to the terminal; otherwise all output goes to standard output. Throws a StartFailure if the server
 * cannot start.
 */
export async function startServer(options: {
  environment: NodeJS.ProcessEnv;
  logFile: string | null;
  /** How long a stopping server goes on answering. */
  graceMs: number;
  onStart: (pid: number) => Promise<void>;
}): Promise<ServerProcess> {
  const output = options.logFile ? "pipe" : "inherit";
  const child = fork(fileURLToPath(new URL("../server/server.ts", import.meta.url)), [], {
    env: { ...FEW_ARENAS, ...options.environment },
    execArgv: [...COLLECT_EARLY, ...REMEMBER_PACKAGES],
    stdio: ["ignore", output, output, "ipc"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  if (options.logFile) keepLog(child, keptLog(options.logFile));
  const stop = () => stopServer(child, ended, options.graceMs + STOP_MS);
  // A process that could not be started has no pid; the error is reported below.
  child.on("error", () => undefined);
  const { pid } = child;
  if (pid === undefined) throw new StartFailure("The server process could not be started");
  await options.onStart(pid);
  const message = await Promise.race([
    new Promise<ServerMessage>((resolve) => child.once("message", resolve as (message: unknown) => void)),
    ended.then(
      (code): ServerMessage => ({ kind: "failed", reason: `The server ended with ${code} before it was ready` }),
    ),
  ]);
  if (message.kind === "failed") {
    await ended;
    throw new StartFailure(message.reason);
  }
  return { pid, port: message.port, ended, stop };
}

async function stopServer(child: ChildProcess, ended: Promise<unknown>, patienceMs: number): Promise<void> {
  if (child.connected) child.send("stop", () => undefined);
  else child.kill("SIGTERM");
  const deadline = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  await ended;
  clearTimeout(deadline);
}

function keepLog(child: ChildProcess, append: (piece: Buffer) => void): void {
  child.stderr?.on("data", append);
  if (!child.stdout) return;
  child.stdout.on("data", append);
  createInterface({ input: child.stdout }).on("line", (line) => {
    const warning = warningIn(line);
    if (warning) process.stderr.write(`${warning}\n`);
  });
}

/** Returns a short form of a log line if it is a warning or an error, otherwise null. */
function warningIn(line: string): string | null {
  if (!/"level":"(warn|error|fatal)"/.test(line)) return null;
  try {
    const { level, msg, ...fields } = JSON.parse(line) as Record<string, unknown>;
    const detail = ["route", "operation", "error_name", "code"].flatMap((name) => (fields[name] ? [fields[name]] : []));
    return `[${level}] ${msg}${detail.length > 0 ? ` (${detail.join(", ")})` : ""}`;
  } catch {
    return null;
  }
}

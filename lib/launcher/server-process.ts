import { type ChildProcess, fork } from "node:child_process";
import { createWriteStream, type WriteStream } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { StartFailure } from "#lib/kernel/start-failure";
import type { ServerMessage } from "#lib/server/server";

/** A server that was asked to stop ends within 8 s by itself; a little later it is made to. */
const STOP_MS = 8_500;

/**
 * Where a machine has much memory, V8 lets a busy server hold four times what it uses before it collects its garbage: more
 * than 600 MB here. With these, of its young objects and of its old ones, it is less than half of that, for 0.2 ms of
 * collecting more in the 13 of a whole operation.
 */
const COLLECT_EARLY = ["--max-semi-space-size=16", "--heap-growing-percent=50"];

/**
 * glibc keeps freed memory apart for each thread, and Node's helpers have a dozen that seldom ask for any at a time: 13 MiB
 * less after some thousand operations. Other systems know it not.
 */
const FEW_ARENAS = { MALLOC_ARENA_MAX: "2" };

export interface ServerProcess {
  pid: number;
  /** The port it serves on; null for a worker. */
  port: number | null;
  /** Resolves with the exit code when it has ended, for whatever reason. */
  ended: Promise<number | null>;
  stop(): Promise<void>;
}

/**
 * Starts the server as a child and waits until it is ready. With `logFile` its output goes there, and only warnings
 * to the terminal; without, all of it goes to standard output. Throws a StartFailure where it can't start.
 */
export async function startServer(options: {
  environment: NodeJS.ProcessEnv;
  logFile: string | null;
  onStart: (pid: number) => Promise<void>;
}): Promise<ServerProcess> {
  const output = options.logFile ? "pipe" : "inherit";
  const child = fork(fileURLToPath(new URL("../server/server.ts", import.meta.url)), [], {
    env: { ...FEW_ARENAS, ...options.environment },
    execArgv: COLLECT_EARLY,
    stdio: ["ignore", output, output, "ipc"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  if (options.logFile) keepLog(child, createWriteStream(options.logFile, { flags: "a", mode: 0o600 }));
  const stop = () => stopServer(child, ended);
  // One that could not be started has no number, and says why a little later.
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

async function stopServer(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.connected) child.send("stop", () => undefined);
  else child.kill("SIGTERM");
  const deadline = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
  await ended;
  clearTimeout(deadline);
}

function keepLog(child: ChildProcess, file: WriteStream): void {
  child.stderr?.pipe(file, { end: false });
  if (!child.stdout) return;
  child.stdout.pipe(file, { end: false });
  createInterface({ input: child.stdout }).on("line", (line) => {
    const warning = warningIn(line);
    if (warning) process.stderr.write(`${warning}\n`);
  });
}

/** A line of the log in short, if it is one that somebody should see. */
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

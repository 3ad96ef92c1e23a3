import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { setTimeout as pause } from "node:timers/promises";
import { REMEMBER_PACKAGES } from "#lib/launcher/server-process";

const SERVER = createRequire(import.meta.url).resolve("#lib/server/server");

/** Starts a real worker process on the database of the test file. `onOutput` receives what it writes, such as its log. */
export async function startWorker(
  env: Record<string, string> = {},
  onOutput?: (text: string) => void,
): Promise<ChildProcess> {
  const output = onOutput ? "pipe" : "ignore";
  const worker = fork(SERVER, {
    env: { ...process.env, ROLE: "worker", NODE_ENV: "production", INTERNAL_URL: "http://127.0.0.1:9", ...env },
    execArgv: REMEMBER_PACKAGES,
    stdio: ["ignore", output, output, "ipc"],
  });
  for (const stream of [worker.stdout, worker.stderr])
    stream?.setEncoding("utf8").on("data", onOutput ?? (() => undefined));
  const [message] = (await once(worker, "message")) as [{ kind: string }];
  if (message.kind !== "ready") throw new Error(`The worker is not ready: ${message.kind}`);
  return worker;
}

/** Kills a worker process without a warning; does nothing if it has ended. */
export async function killWorker(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = once(worker, "exit");
  worker.kill("SIGKILL");
  await ended;
}

/** Polls until the condition holds; fails after `within` milliseconds. */
export async function until(holds: () => Promise<boolean>, within: number): Promise<void> {
  const deadline = Date.now() + within;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`It did not come to hold within ${within} ms`);
    await pause(50);
  }
}

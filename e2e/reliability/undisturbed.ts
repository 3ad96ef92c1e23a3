import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { COLLECT_EARLY, FEW_ARENAS } from "#lib/launcher/server-process";
import type { Base } from "./base.ts";

const PROCESS = fileURLToPath(new URL("healthy-process.ts", import.meta.url));

/** Jobs of a clinic without any degraded EMR beside it, in a process and a database of their own. */
export interface Undisturbed {
  /** Times of the jobs that were sent from one moment to before another, in milliseconds. */
  between(since: number, until: number): number[];
  stop(): Promise<void>;
}

/**
 * Starts to do jobs of one healthy EMR on this machine, one after the other, and resolves after the first: what the machine
 * itself costs at each moment, whatever else it does.
 */
export async function startUndisturbed(base: Base, variables: Record<string, string>): Promise<Undisturbed> {
  const { ownerUrl, variables: own } = await base.copy("crc_undisturbed");
  const running = spawn(process.execPath, [...COLLECT_EARLY, PROCESS, ownerUrl], {
    env: { ...process.env, ...FEW_ARENAS, ...base.secrets, ...own, ...variables, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(running, "exit");
  const jobs: { since: number; took: number }[] = [];
  const lines = createInterface({ input: running.stdout });
  lines.on("line", (line) => {
    const [since = 0, took = 0] = line.split(" ").map(Number);
    jobs.push({ since, took });
  });
  await Promise.race([
    once(lines, "line"),
    ended.then(([code]) => Promise.reject(new Error(`The process ended with ${code} before its first job`))),
  ]);
  return {
    between: (since, until) => jobs.filter((job) => job.since >= since && job.since < until).map(({ took }) => took),
    async stop() {
      running.kill("SIGKILL");
      await ended;
    },
  };
}

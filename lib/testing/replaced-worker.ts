import type { ChildProcess } from "node:child_process";
import type { Query } from "./cut-jobs.ts";
import { killWorker, startWorker, until } from "./worker-process.ts";

/** Starts workers, of which one is killed at work. `stopAll` ends all of them. */
export function replacedWorkers(query: Query) {
  const workers: ChildProcess[] = [];
  const start = async (): Promise<ChildProcess> => {
    const worker = await startWorker();
    workers.push(worker);
    return worker;
  };
  return {
    start,
    /** Kills a worker that is at work on a job, and starts another one, which finds what it left. */
    async replace(worker: ChildProcess): Promise<void> {
      const atWork = () => query("SELECT FROM job WHERE status = 'running'");
      await until(async () => (await atWork()).length > 0, 60_000);
      await killWorker(worker);
      await start();
    },
    stopAll: () => Promise.all(workers.splice(0).map(killWorker)),
  };
}

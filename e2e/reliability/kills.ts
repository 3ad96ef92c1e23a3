import { chain, OPERATIONS } from "./operations.ts";
import { CHAIN_PLACES, PLACES } from "./places.ts";
import { report } from "./report.ts";
import { run, type Task } from "./run.ts";

/** At least so many SIGKILLs; KILLS=300 for more. */
const KILLS = Number(process.env.KILLS ?? 100);
/** Deployments side by side: most of the time is spent waiting for a dead process's lease to end. */
const LANES = Number(process.env.LANES ?? 4);

const everyPair: Task[] = [
  ...PLACES.flatMap((place) => OPERATIONS.map((operation) => ({ place, operation }))),
  ...CHAIN_PLACES.map((place) => ({ place, operation: chain })),
];
const tasks: Task[] = [];
for (let kills = 0; kills < KILLS; ) {
  const task = everyPair[tasks.length % everyPair.length] as Task;
  tasks.push(task);
  kills += task.place.kills;
}

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

const since = Date.now();
const { results, totals } = await run(tasks, {
  lanes: LANES,
  stop: stop.signal,
  onResult: ({ place, operation, afterKillMs }) =>
    process.stdout.write(`${place.name} · ${operation.id}: ${afterKillMs} ms\n`),
});
process.stdout.write(`\n${report(results, totals)}in ${Math.round((Date.now() - since) / 1000)} s\n`);

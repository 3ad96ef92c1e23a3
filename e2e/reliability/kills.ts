import { chain, OPERATIONS } from "./operations.ts";
import { CHAIN_PLACES, PLACES } from "./places.ts";
import { report } from "./report.ts";
import { run, type Task } from "./run.ts";

/** Minimum number of SIGKILLs; KILLS=100 for a shorter run. */
const KILLS = Number(process.env.KILLS ?? 300);
/** Deployments in parallel: most of the time passes until a dead process's lease expires. */
const LANES = Number(process.env.LANES ?? 4);

/** Returns every place with every kind of operation, repeated until there are enough kills. */
function tasksFor(kills: number): Task[] {
  const everyPair: Task[] = [
    ...PLACES.flatMap((place) => OPERATIONS.map((operation) => ({ place, operation }))),
    ...CHAIN_PLACES.map((place) => ({ place, operation: chain })),
  ];
  const tasks: Task[] = [];
  for (let counted = 0; counted < kills; ) {
    const task = everyPair[tasks.length % everyPair.length] as Task;
    tasks.push(task);
    counted += task.place.kills;
  }
  return tasks;
}

/**
 * Kills a process at every place of every kind of operation: each operation is done once, and all its events are
 * delivered.
 */
export async function kills(stop: AbortSignal): Promise<void> {
  const { results, totals } = await run(tasksFor(KILLS), {
    lanes: LANES,
    stop,
    onResult: ({ place, operation, afterKillMs }) =>
      process.stdout.write(`${place.name} · ${operation.id}: ${afterKillMs} ms\n`),
  });
  process.stdout.write(`\n${report(results, totals)}`);
}

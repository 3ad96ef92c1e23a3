import { startBase } from "./base.ts";
import type { KilledOperation } from "./killed-operation.ts";
import { type Lane, startLane } from "./lane.ts";
import { settingsSync } from "./operations.ts";
import type { Place } from "./places.ts";
import { makeTrial } from "./trial.ts";
import { type Asked, assertDoneOnce, assertNothingElse, emrRows, settled, type Totals } from "./verdict.ts";

export interface Task {
  place: Place;
  operation: KilledOperation;
}

/** Result of a task: the time until the operation had ended and its events were delivered. */
export interface Result extends Task {
  kills: number;
  /** Milliseconds since the last SIGKILL. */
  afterKillMs: number;
  /** Milliseconds since the replacement of the killed process was ready. */
  afterStartMs: number;
}

/** Asks for an operation whose processes are not killed, and waits for its end. */
async function undisturbed(lane: Lane, operation: KilledOperation, number: number): Promise<Asked> {
  const jobId = await (await makeTrial(lane, operation, number)).ask();
  await settled(lane, jobId);
  return { jobId, operation, expected: operation.expected(number), attempts: 1 };
}

/** A killed sync must not block the account's next sync. */
const syncAgain = async (lane: Lane, number: number): Promise<Asked> => ({
  ...(await undisturbed(lane, settingsSync, number)),
  expected: ["org_settings.synced: 0 updated"],
});

async function runTask(
  lane: Lane,
  { place, operation }: Task,
  { number, before }: { number: number; before: readonly Asked[] },
): Promise<{ result: Result; asked: Asked[] }> {
  const { first } = operation;
  const isDone = before.some((each) => each.operation === first);
  const asked: Asked[] = first && !isDone ? [await undisturbed(lane, first, number)] : [];
  await operation.change?.(lane, number);
  const trial = await makeTrial(lane, operation, number);
  try {
    await place.strike(trial);
  } finally {
    await trial.openGates();
  }
  await lane.start();
  // A repetition under the same idempotency key returns the first answer, even if that was never read.
  const jobId = await trial.ask();
  await settled(lane, jobId);
  const now = performance.now();
  const afterKillMs = Math.round(now - trial.killedAt);
  const afterStartMs = Math.round(now - lane.readyAt);
  asked.push({ jobId, operation, expected: operation.expected(number), attempts: place.attempts });
  if (operation === settingsSync) asked.push(await syncAgain(lane, number));
  for (const each of asked) await assertDoneOnce(lane, each);
  return { result: { place, operation, kills: trial.kills, afterKillMs, afterStartMs }, asked };
}

/**
 * Runs the tasks in `lanes` parallel deployments and checks the result of every operation. Rejects at the first that
 * was lost, duplicated or too late, with its place.
 */
export async function run(
  tasks: Task[],
  options: {
    lanes: number;
    onResult?: (result: Result) => void;
    /** Starts no further task once aborted. */
    stop?: AbortSignal;
  },
): Promise<{ results: Result[]; totals: Totals[] }> {
  const results: Result[] = [];
  const left = tasks.map((task, index) => ({ task, number: index + 1 }));
  options.stop?.addEventListener("abort", () => {
    left.length = 0;
  });
  const base = await startBase();
  const workOff = async (name: string): Promise<Totals> => {
    const lane = await startLane(base, name);
    const before = await emrRows(lane);
    const all: Asked[] = [];
    try {
      for (let next = left.shift(); next; next = left.shift()) {
        const { task, number } = next;
        const { result, asked } = await runTask(lane, task, { number, before: all }).catch((cause: Error) => {
          left.length = 0;
          throw new Error(`${task.place.name} · ${task.operation.id}: ${cause.message}`, { cause });
        });
        all.push(...asked);
        results.push(result);
        options.onResult?.(result);
      }
      return await assertNothingElse(lane, all, before);
    } finally {
      await lane.stop();
    }
  };
  try {
    const ends = await Promise.allSettled(
      Array.from({ length: options.lanes }, (_, lane) => workOff(`crc_lane_${lane}`)),
    );
    const failed = ends.find((end) => end.status === "rejected");
    if (failed) throw failed.reason;
    return { results, totals: ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : [])) };
  } finally {
    await base.stop();
  }
}

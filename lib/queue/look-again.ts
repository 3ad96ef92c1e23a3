import type { PgBoss } from "pg-boss";
import type { QueueName } from "./queues.ts";

/** Entries for later than this are left to the workers' polling: seconds do not matter there. */
const MOST_AHEAD_MS = 60_000;

/** Timers and PostgreSQL's clock differ by a little; an entry is looked for when it is surely due. */
const SPARE_MS = 50;

const workersOf = (boss: PgBoss, queue: QueueName) => boss.getWipData().filter((worker) => worker.name === queue);

/**
 * Has the workers that are at work look again at once when they are done, instead of at the next notification or
 * poll: where one entry was there may be more, and a backlog is told of only once.
 */
export function lookAgain(boss: PgBoss, queue: QueueName): void {
  for (const worker of workersOf(boss, queue)) if (worker.count > 0) boss.notifyWorker(worker.id);
}

/**
 * Has an idle worker of this process look when an entry becomes due, as nobody notifies of that. Where the process
 * ends before, or has no workers, polling finds the entry some seconds later.
 */
export function lookWhenDue(boss: PgBoss, queue: QueueName, due: Date): void {
  const wait = due.getTime() - Date.now();
  if (wait > MOST_AHEAD_MS) return;
  const look = () => {
    const idle = workersOf(boss, queue).find((worker) => worker.count === 0);
    if (idle) boss.notifyWorker(idle.id);
  };
  setTimeout(look, Math.max(0, wait) + SPARE_MS).unref();
}

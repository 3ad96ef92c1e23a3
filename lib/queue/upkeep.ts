import { onQueue } from "./on-queue.ts";
import { HEARTBEAT_SECONDS, type QueueName } from "./queues.ts";
import { DELETE_ENDED, RETURN_LOST } from "./statements.ts";
import { wake } from "./wake.ts";

/** Pause between two upkeeps of a process: an entry of a dead process is back after 10 to 12 s. */
export const UPKEEP_MS = 2_000;

/** Pause between two looks at all entries at work; those in between look at heartbeats that have just become too old. */
const WHOLE_MS = 30_000;

/** Pause between two deletions of ended entries, once all that are due are deleted. */
const DELETE_MS = 300_000;

/** Limit per deletion, far below what the statement timeout allows for; the next upkeep deletes the rest. */
const MAX_DELETED = 20_000;

/** An age in seconds that no heartbeat reaches. */
const ANY_AGE = 10 * 365 * 86_400;

/** Returns entries with heartbeats of these ages, in seconds, to their queues if they are lost, and wakes workers. */
async function returnLost(oldest: number, newest: number): Promise<void> {
  const returned = await onQueue<{ queue: QueueName }>(RETURN_LOST, [oldest, newest]);
  for (const queue of new Set(returned.map(({ queue }) => queue))) wake(queue);
}

/** Deletes up to `MAX_DELETED` ended entries. Returns whether more may be left. */
async function deleteEnded(): Promise<boolean> {
  const [deleted] = await onQueue<{ count: string }>(DELETE_ENDED, [MAX_DELETED]);
  return Number(deleted?.count) === MAX_DELETED;
}

/**
 * Returns the upkeep of the queues, to be called every `UPKEEP_MS` in each process that takes entries: entries of dead
 * processes return while any process lives. Rejects if the database does.
 */
export function queueUpkeep(): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  let whole = Number.NEGATIVE_INFINITY;
  let deleted = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = performance.now();
    if (now - whole >= WHOLE_MS) {
      await returnLost(ANY_AGE, 0);
      whole = now;
    } else {
      // Twice the pause since the last upkeep, because that one took its time.
      await returnLost(HEARTBEAT_SECONDS + (2 * (now - last)) / 1_000, HEARTBEAT_SECONDS);
    }
    last = now;
    if (now - deleted < DELETE_MS) return;
    // Set before: a deletion that fails is not repeated every two seconds.
    deleted = now;
    if (await deleteEnded()) deleted = Number.NEGATIVE_INFINITY;
  };
}

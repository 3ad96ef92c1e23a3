import { afterCommit, type Transaction } from "#lib/db/door";
import { sendWrites, type Write } from "#lib/db/write";
import { newId } from "#lib/kernel/id";
import { onQueue } from "./on-queue.ts";
import { holderOf } from "./places.ts";
import type { Payloads, QueueName } from "./queues.ts";
import { ENTRIES } from "./statements.ts";
import { beingWritten, handOver, reservePlace, wake, wakeAt } from "./wake.ts";

interface EntryOptions {
  group: string;
  startAfter?: Date;
  /** Passed to the entry's work if it begins in this process soon (see `Leased`). */
  carried?: object;
}

/**
 * Returns the writing of a queue entry. If this process takes entries of the queue and has a free place, it writes the
 * entry as taken and works on it right after the commit; the lease in the row returns the entry if the process dies
 * before. Without a free place it keeps the entry in memory and takes it as another one ends. `group` names the entries
 * that share a limit, so that they do not crowd out others: a linked account, or a delivery's target.
 */
export function entryOf<Name extends QueueName>(
  queue: Name,
  payload: Payloads[Name],
  { group, startAfter, carried }: EntryOptions,
): Write {
  let isTaken = false;
  const row = (tx: Transaction) => {
    // Of a group that gets full, the entries with the least ids are taken first: our ids grow with time, random ids
    // would starve.
    const id = newId();
    const written = beingWritten(queue).add(id);
    const reservation = startAfter ? null : reservePlace(queue, holderOf(payload, group));
    afterCommit(
      tx,
      () => {
        written.delete(id);
        const entry = { id, data: payload, group, takes: Number(isTaken), carried };
        if (reservation && isTaken) return reservation.take(entry);
        reservation?.release();
        if (startAfter) wakeAt(queue, startAfter);
        else handOver(queue, entry);
      },
      () => {
        written.delete(id);
        reservation?.release();
      },
    );
    return { id, data: payload, group, due: startAfter, places: reservation?.maxPerGroup };
  };
  return {
    statement: ENTRIES[queue].enter,
    row,
    returned: (entry) => {
      isTaken = entry?.state === "taken";
    },
  };
}

/** Writes a queue entry in the caller's transaction (see `entryOf`). */
export const enqueue = <Name extends QueueName>(
  tx: Transaction,
  queue: Name,
  payload: Payloads[Name],
  options: EntryOptions,
): Promise<void> => sendWrites(tx, [entryOf(queue, payload, options)]);

/**
 * Writes a queue entry with an id that all processes derive alike, so that only one of them writes it. Returns whether it
 * was this one.
 */
export async function enterOnce<Name extends QueueName>(
  queue: Name,
  payload: Payloads[Name],
  { id, group }: { id: string; group: string },
): Promise<boolean> {
  const written = await onQueue(ENTRIES[queue].enter, [JSON.stringify([{ id, data: payload, group }])]);
  if (written.length === 0) return false;
  wake(queue);
  return true;
}

/** A queue entry that this process has leased. */
export interface Leased {
  /**
   * The completion of the entry, for the transaction that stores the result of its work: its last write, because
   * renewing leases locks entries and no other rows. An entry that is not completed this way is completed when its work
   * ends.
   */
  completion: Write;
  /** The writer's knowledge of the work, if this process wrote the entry and it waited for at most 2 s. */
  carried?: object | undefined;
}

/** Completes an entry in the caller's transaction, as its last statement; does nothing without an entry. */
export const completeIn = (tx: Transaction, entry: Leased | undefined): Promise<void> =>
  sendWrites(tx, entry ? [entry.completion] : []);

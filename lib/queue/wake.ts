import { type Listener, listenOn } from "#lib/db/listener";
import { Notifier } from "#lib/db/notifier";
import { appPool } from "#lib/db/pool";
import { singleton } from "#lib/kernel/singleton";
import type { QueueName } from "./queues.ts";

/** Its words are queues. */
const WAKE_CHANNEL = "crc_queue";

/** Entries for later than this are left to the polling: seconds do not matter there. */
const MOST_AHEAD_MS = 60_000;

/** Timers and PostgreSQL's clock differ by a little; an entry is looked for when it is surely due. */
const SPARE_MS = 50;

/** An entry that is being written as taken already; exactly one of these is called once its transaction has ended. */
export interface Place {
  /** How many entries of the group may be taken at a time, over all processes. */
  mostPerGroup: number;
  take(entry: { id: string; data: object; groupId: string; retryCount: number }): void;
  release(): void;
}

/** Who takes entries of a queue. */
interface Taker {
  /** Looks for entries; gives whether there was room for any. */
  look(): boolean;
  /** Keeps a place for an entry that is about to be written; null where there is none, or others wait before it. */
  reserve(group: string, account: string): Place | null;
}

/** Who takes entries in this process. */
const takers = () => singleton("queue-takers", () => new Map<QueueName, Set<Taker>>());

const notifier = () => {
  // Made first, so that it is closed after what sends through it.
  appPool();
  return singleton(
    "queue-notifier",
    () => new Notifier(WAKE_CHANNEL),
    (open) => open.close(),
  );
};

const lookHere = (queue: QueueName): boolean =>
  [...(takers().get(queue) ?? [])].map((taker) => taker.look()).some((room) => room);

/**
 * Tells of a new entry, after its commit: whoever takes entries in this process, and the other processes only where
 * nobody here has room for it.
 */
export function wakeQueue(queue: QueueName): void {
  if (!lookHere(queue)) notifier().add(queue);
}

/**
 * Has this process look when an entry becomes due, as nobody tells of that. Where it ends before, or takes no entries,
 * polling finds the entry some seconds later.
 */
export function wakeQueueAt(queue: QueueName, due: Date): void {
  const wait = due.getTime() - Date.now();
  if (wait > MOST_AHEAD_MS) return;
  setTimeout(() => lookHere(queue), Math.max(0, wait) + SPARE_MS).unref();
}

/** Keeps a place for an entry of a group and linked account with whoever takes entries in this process; null where there is none. */
export function reservePlace(queue: QueueName, group: string, account: string): Place | null {
  for (const taker of takers().get(queue) ?? []) {
    const place = taker.reserve(group, account);
    if (place) return place;
  }
  return null;
}

/** Has a taker asked whenever this process writes or tells of an entry; gives what ends that. */
export function takeFrom(queue: QueueName, taker: Taker): () => void {
  const all = takers().get(queue) ?? new Set<Taker>();
  takers().set(queue, all.add(taker));
  return () => all.delete(taker);
}

/** Looks whenever another process tells of an entry. */
export const listenForEntries = (): Listener =>
  listenOn(WAKE_CHANNEL, (queues) => {
    for (const queue of takers().keys()) if (queues === null || queues.includes(queue)) lookHere(queue);
  });

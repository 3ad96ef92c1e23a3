import { type Listener, listenOn } from "#lib/db/listener";
import { notifierOf } from "#lib/db/notifier";
import { singleton } from "#lib/kernel/singleton";
import type { Entry } from "./entries.ts";
import type { QueueName } from "./queues.ts";

/** NOTIFY channel; its payload is the name of a queue. */
const WAKE_CHANNEL = "crc_queue";

/** Entries wait for the notification, so it is soon sent. */
const NOTIFY_INTERVAL_MS = 20;

const wakeOthers = (queue: QueueName): void => notifierOf(WAKE_CHANNEL, NOTIFY_INTERVAL_MS).add(queue);

/** Entries due later than this are left to polling: a few seconds do not matter to them. */
const MAX_AHEAD_MS = 60_000;

/** Timers and PostgreSQL's clock differ slightly, so the look happens this much after the due time. */
const SPARE_MS = 50;

/** A place for an entry that is written as taken. Exactly one of its callbacks runs once the transaction has ended. */
export interface Place {
  /** Maximum of the group's entries at work, over all processes. */
  maxPerGroup: number;
  take(entry: Entry): void;
  release(): void;
}

/** Something that takes the entries of a queue in this process. */
interface Taker {
  /** Looks for entries. Returns whether there was a free place. */
  look(): boolean;
  /** Keeps an entry that this process has written until it has a place here. Returns whether there was a free place. */
  keep(entry: Entry): boolean;
  /**
   * Keeps a place for an entry that is about to be written. Returns null if there is none or other entries wait before
   * it.
   */
  reserve(group: string, account: string): Place | null;
}

/** Ids of the entries of a queue whose transactions in this process have not ended. */
export function beingWritten(queue: QueueName): Set<string> {
  const all = singleton("entries-being-written", () => new Map<QueueName, Set<string>>());
  const ids = all.get(queue) ?? new Set<string>();
  all.set(queue, ids);
  return ids;
}

/** Takers of this process by queue. */
const takers = () => singleton("queue-takers", () => new Map<QueueName, Set<Taker>>());

const lookHere = (queue: QueueName): boolean =>
  [...(takers().get(queue) ?? [])].map((taker) => taker.look()).some((room) => room);

/** Wakes the takers of a queue: those of this process, or other processes if none here has a free place. */
export function wakeQueue(queue: QueueName): void {
  if (!lookHere(queue)) wakeOthers(queue);
}

/** Gives an entry that was written without a place to the takers of this process, or wakes others (see `wakeQueue`). */
export function wakeQueueFor(queue: QueueName, entry: Entry): void {
  const here = [...(takers().get(queue) ?? [])].map((taker) => taker.keep(entry));
  if (!here.some((room) => room)) wakeOthers(queue);
}

/**
 * Schedules a look at the time when an entry becomes due. If this process ends before, or takes no entries, polling
 * finds the entry some seconds later.
 */
export function wakeQueueAt(queue: QueueName, due: Date): void {
  const wait = due.getTime() - Date.now();
  if (wait > MAX_AHEAD_MS) return;
  setTimeout(() => lookHere(queue), Math.max(0, wait) + SPARE_MS).unref();
}

/**
 * Keeps a place for an entry of a group and linked account with a taker of this process. Returns null if there is none.
 */
export function reservePlace(queue: QueueName, group: string, account: string): Place | null {
  for (const taker of takers().get(queue) ?? []) {
    const place = taker.reserve(group, account);
    if (place) return place;
  }
  return null;
}

/** Subscribes a taker to the queue entries of this process. Returns the unsubscribe function. */
export function takeFrom(queue: QueueName, taker: Taker): () => void {
  const all = takers().get(queue) ?? new Set<Taker>();
  takers().set(queue, all.add(taker));
  return () => all.delete(taker);
}

/** Looks for entries on each wake-up from another process. */
export const listenForEntries = (): Listener =>
  listenOn(WAKE_CHANNEL, (queues) => {
    for (const queue of takers().keys()) if (queues === null || queues.includes(queue)) lookHere(queue);
  });

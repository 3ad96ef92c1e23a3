import { type Listener, listenOn } from "#lib/db/listener";
import { notifierOf } from "#lib/db/notifier";
import { presentMs } from "#lib/kernel/clock";
import { singleton } from "#lib/kernel/singleton";
import type { Entry } from "./entries.ts";
import { type Holder, holderOf } from "./places.ts";
import type { QueueName } from "./queues.ts";
import { ANNOUNCE_MS, Workers } from "./workers.ts";

/**
 * NOTIFY channel. Its words: `<queue>` for every worker, `<queue>:<account>` for the worker that looks first for the
 * account's entries, `worker:<id>` and `gone:<id>` of the workers themselves, and `<task>` of what else workers do when rows
 * arrive.
 */
const WAKE_CHANNEL = "crc_queue";

/** Entries wait for the notification, so it is soon sent. */
const NOTIFY_INTERVAL_MS = 20;

const notifier = () => notifierOf(WAKE_CHANNEL, NOTIFY_INTERVAL_MS);

/** What workers are woken for: the entries of a queue, or another task of theirs. */
type Woken = QueueName | "emr_events";

/** Wakes the workers of all processes. */
export const wakeOthers = (woken: Woken): void => notifier().add(woken);

/** Entries due later than this are left to polling: a few seconds do not matter to them. */
const MAX_AHEAD_MS = 60_000;

/** Timers and PostgreSQL's clock differ slightly, so the look happens this much after the due time. */
const SPARE_MS = 50;

/** A place that is kept for an entry that is written as taken. Exactly one of its callbacks runs once the transaction has ended. */
export interface Reservation {
  /** Maximum of the group's entries at work, over all processes. */
  maxPerGroup: number;
  take(entry: Entry): void;
  release(): void;
}

/** Something that takes the entries of a queue in this process. */
export interface Taker {
  /** Looks for all due entries: something may have gone unnoticed. */
  look(): void;
  /** Looks for entries that became due since the last look and those that it left. Returns whether there was a free place. */
  lookForNew(): boolean;
  /** Looks for new entries before other workers do, and wakes those if it has no place for some. */
  lookFirst(): void;
  /**
   * Keeps an entry that this process has written until it has a place here. Returns whether there was a free place for
   * its organization.
   */
  keep(entry: Entry): boolean;
  /**
   * Keeps a place for an entry that is about to be written. Returns null if there is none or other entries wait before
   * it.
   */
  reserve(holder: Holder): Reservation | null;
}

/** Ids of the entries of a queue whose transactions in this process have not ended. */
export function beingWritten(queue: QueueName): Set<string> {
  const all = singleton("entries-being-written", () => new Map<QueueName, Set<string>>());
  const ids = all.get(queue) ?? new Set<string>();
  all.set(queue, ids);
  return ids;
}

/** Takers of this process by what they are woken for. */
const takers = () => singleton("queue-takers", () => new Map<string, Set<Taker>>());

const takersOf = (woken: string): Taker[] => [...(takers().get(woken) ?? [])];

const lookHere = (woken: string): boolean =>
  takersOf(woken)
    .map((taker) => taker.lookForNew())
    .some((room) => room);

/** Wakes the workers of this process, or those of other processes if none here has a free place. */
export function wake(woken: Woken): void {
  if (!lookHere(woken)) wakeOthers(woken);
}

/**
 * Gives an entry that was written without a place to the takers of this process. Wakes others if none here has a free place:
 * the account's worker if this process takes no entries, else all.
 */
export function handOver(queue: QueueName, entry: Entry): void {
  const here = takersOf(queue).map((taker) => taker.keep(entry));
  if (here.length === 0) notifier().add(`${queue}:${holderOf(entry.data, entry.group).account}`);
  else if (!here.some((room) => room)) wakeOthers(queue);
}

/**
 * Schedules a look at the time when an entry becomes due. If this process ends before, or takes no entries, polling
 * finds the entry some seconds later.
 */
export function wakeAt(queue: QueueName, due: Date): void {
  const wait = due.getTime() - presentMs();
  if (wait > MAX_AHEAD_MS) return;
  setTimeout(() => lookHere(queue), Math.max(0, wait) + SPARE_MS).unref();
}

/** Keeps a place for an entry that is about to be written with a taker of this process. Returns null if there is none. */
export function reservePlace(queue: QueueName, holder: Holder): Reservation | null {
  for (const taker of takersOf(queue)) {
    const reservation = taker.reserve(holder);
    if (reservation) return reservation;
  }
  return null;
}

/** Subscribes a taker to what it is woken for in this process. Returns the unsubscribe function. */
export function takeFrom(woken: Woken, taker: Taker): () => void {
  const all = takers().get(woken) ?? new Set<Taker>();
  takers().set(woken, all.add(taker));
  return () => all.delete(taker);
}

/** Calls `work` whenever a task is to be done, or a wake-up may have been missed. Returns the function that ends it. */
export function onWoken(task: Exclude<Woken, QueueName>, work: () => void): () => void {
  const lookForNew = () => {
    work();
    return true;
  };
  return takeFrom(task, { look: work, lookForNew, lookFirst: work, keep: () => false, reserve: () => null });
}

/** Looks for entries and does tasks on each wake-up from another process, and makes this worker known to the others. */
export function listenForEntries(workers = new Workers()): Listener {
  const announce = () => notifier().add(`worker:${workers.id}`);
  const onWord = (word: string) => {
    const [name = "", key] = word.split(":");
    if (name === "worker" && key) workers.heard(key);
    else if (name === "gone" && key) workers.gone(key);
    else if (key === undefined) lookHere(name);
    else if (workers.isFirstFor(key)) for (const taker of takersOf(name)) taker.lookFirst();
  };
  const listener = listenOn(WAKE_CHANNEL, (words) => {
    if (words) words.forEach(onWord);
    else for (const taker of [...takers().keys()].flatMap(takersOf)) taker.look();
  });
  announce();
  const timer = setInterval(announce, ANNOUNCE_MS);
  return {
    async close() {
      clearInterval(timer);
      notifier().add(`gone:${workers.id}`);
      await notifier().flush();
      await listener.close();
    },
  };
}

import { type Listener, listenOn } from "#lib/db/listener";
import { Notifier } from "#lib/db/notifier";
import { appPool } from "#lib/db/pool";
import { singleton } from "#lib/runtime/singleton";
import type { QueueName } from "./queues.ts";

/** Its words are queues. */
const WAKE_CHANNEL = "crc_queue";

/** Entries for later than this are left to the polling: seconds do not matter there. */
const MOST_AHEAD_MS = 60_000;

/** Timers and PostgreSQL's clock differ by a little; an entry is looked for when it is surely due. */
const SPARE_MS = 50;

/** Looks for entries; gives whether there was room for any. */
type Look = () => boolean;

/** Who takes entries in this process. */
const takers = () => singleton("queue-takers", () => new Map<QueueName, Set<Look>>());

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
  [...(takers().get(queue) ?? [])].map((look) => look()).some((room) => room);

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

/** Has `look` called whenever this process tells of an entry; gives what ends that. */
export function takeFrom(queue: QueueName, look: Look): () => void {
  const looks = takers().get(queue) ?? new Set<Look>();
  takers().set(queue, looks.add(look));
  return () => looks.delete(look);
}

/** Looks whenever another process tells of an entry. */
export const listenForEntries = (): Listener =>
  listenOn(WAKE_CHANNEL, (queues) => {
    for (const queue of takers().keys()) if (queues === null || queues.includes(queue)) lookHere(queue);
  });

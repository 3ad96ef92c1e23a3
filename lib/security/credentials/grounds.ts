import { afterCommit } from "#lib/db/door";
import type { Transaction } from "#lib/db/tenant";
import type { Ground } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { TtlCache } from "./ttl-cache.ts";

/** Returns whether one of a caller's grounds has ended. */
type IsOver = (grounds: readonly Ground[]) => boolean;

const listeners = () => singleton("ground-listeners", () => new Set<(isOver: IsOver) => void>());

/** Subscribes to the grounds that this process ends, so that streams and caches based on them end too. */
export const onGroundsOver = (listener: (isOver: IsOver) => void): void => void listeners().add(listener);

const ended = new WeakMap<Transaction, Ground[]>();

/** Returns the grounds that an open transaction has ended. */
export const endedIn = (tx: Transaction): readonly Ground[] => ended.get(tx) ?? [];

/**
 * Ends grounds together with the open transaction that removes them: this process refuses their callers before the
 * answer leaves. If the outcome of the commit is unknown, callers are looked up again.
 */
export function endGrounds(tx: Transaction, ...over: Ground[]): void {
  const isOver: IsOver = (grounds) => grounds.some((ground) => over.includes(ground));
  ended.set(tx, [...endedIn(tx), ...over]);
  const notify = () => {
    ended.delete(tx);
    for (const listener of listeners()) listener(isOver);
  };
  afterCommit(tx, notify, notify);
}

/** Together with the 2.5 s between checks of streams, a ground that another process ended is over within 5 s. */
const CACHE_MS = 2_000;
const MAX_CACHED = 10_000;

/** Returns this process's cache of one kind of caller; an entry lives for 2 s or until one of its grounds ends. */
export const callerCache = <Known extends { grounds: readonly Ground[] }>(name: string): TtlCache<Known> =>
  singleton(name, () => {
    const cache = new TtlCache<Known>(CACHE_MS, MAX_CACHED);
    onGroundsOver((isOver) => cache.forget(({ grounds }) => isOver(grounds)));
    return cache;
  });

import { afterCommit } from "#lib/db/door";
import type { Transaction } from "#lib/db/tenant";
import type { Ground } from "#lib/kernel/principal";
import { singleton } from "#lib/kernel/singleton";
import { TtlCache } from "./ttl-cache.ts";

/** Says of a caller's grounds whether one of them is over. */
type IsOver = (grounds: readonly Ground[]) => boolean;

const listeners = () => singleton("ground-listeners", () => new Set<(isOver: IsOver) => void>());

/** Hears of all grounds that end by this process: what was opened or is remembered by them ends too. */
export const onGroundsOver = (listener: (isOver: IsOver) => void): void => void listeners().add(listener);

/**
 * Ends grounds with the open transaction that takes them away: who called by them is refused in this process before the
 * answer leaves. Where it is not known whether the transaction was committed, callers are looked up anew.
 */
export function endGrounds(tx: Transaction, ...over: Ground[]): void {
  const isOver: IsOver = (grounds) => grounds.some((ground) => over.includes(ground));
  const tell = () => {
    for (const listener of listeners()) listener(isOver);
  };
  afterCommit(tx, tell, tell);
}

/** With the 2.5 s after which streams are looked at again, a ground that ended by another process is over within 5 s. */
const CACHE_MS = 2_000;
const MOST_CACHED = 10_000;

/** This process's memory of one kind of callers: for 2 s, or until one of their grounds ends. */
export const callerCache = <Known extends { grounds: readonly Ground[] }>(name: string): TtlCache<Known> =>
  singleton(name, () => {
    const cache = new TtlCache<Known>(CACHE_MS, MOST_CACHED);
    onGroundsOver((isOver) => cache.forget(({ grounds }) => isOver(grounds)));
    return cache;
  });

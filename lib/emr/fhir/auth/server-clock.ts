import { LRUCache } from "lru-cache";
import type { EmrResponse } from "#lib/egress/emr-client";
import { singleton } from "#lib/kernel/singleton";

/** Largest difference that is believed: a clock with a wrong time zone, but no server that dates tokens for years. */
const MOST_MS = 24 * 60 * 60_000;

/** A difference within which both clocks count as equal: the Date header has whole seconds, and answers take time. */
const SAME_MS = 5_000;

/** How far a server's clock is ahead of ours in milliseconds, by its address, as its answers showed. */
const offsets = () => singleton("emr-clocks", () => new LRUCache<string, number>({ max: 5_000 }));

/** Returns the present time of the server at an address, in epoch milliseconds. */
export const serverNow = (address: string): number => Date.now() + (offsets().get(address) ?? 0);

/** Takes note of the server's clock in a response. Returns whether it differs from the time that was assumed. */
export function learnClock(address: string, { headers }: EmrResponse): boolean {
  const stated = Date.parse(headers.date ?? "");
  const offset = stated - Date.now();
  if (Number.isNaN(stated) || Math.abs(offset) > MOST_MS) return false;
  const differs = Math.abs(stated - serverNow(address)) > SAME_MS;
  if (differs) offsets().set(address, Math.abs(offset) > SAME_MS ? offset : 0);
  return differs;
}

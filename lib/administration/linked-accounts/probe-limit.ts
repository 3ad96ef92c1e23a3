import { LRUCache } from "lru-cache";
import { tooMany } from "#lib/kernel/domain-error";
import { NoneLeft, Shares } from "#lib/kernel/shares";
import { singleton } from "#lib/kernel/singleton";

/** Probes of a process at once, and of one organization; more wait, each organization in turn. */
const AT_ONCE = 24;
const AT_ONCE_EACH = 4;
const MOST_WAITING = 96;
const WAIT_MS = 15_000;

const places = () =>
  singleton("probe-places", () => new Shares(AT_ONCE, WAIT_MS, { mostEach: AT_ONCE_EACH, mostWaiting: MOST_WAITING }));

/** Probes of an organization per minute and process: each one sends requests to an address of the caller's choice. */
const MAX_PROBES = 20;
const MINUTE_MS = 60_000;

const counts = () =>
  singleton("probe-counts", () => new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS, noUpdateTTL: true }));

/** Counts one probe. Throws `too_many` over the limit. */
export function countProbe(organizationId: string): void {
  const before = counts().get(organizationId) ?? 0;
  if (before >= MAX_PROBES) {
    const seconds = Math.max(1, Math.ceil(counts().getRemainingTTL(organizationId) / 1_000));
    throw tooMany(`Limit of ${MAX_PROBES} probes a minute reached; nothing was saved`, seconds);
  }
  counts().set(organizationId, before + 1);
}

/**
 * Waits for a server of an organization's choice in a place of its own, so that servers that hang keep neither other
 * organizations from theirs nor the process from work. Throws `too_many` if none is free in time.
 */
export async function inProbePlace<Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await places().during(organizationId, work);
  } catch (error) {
    if (!(error instanceof NoneLeft)) throw error;
    throw tooMany("Too many connections are being tried at once; nothing was saved", WAIT_MS / 1_000);
  }
}

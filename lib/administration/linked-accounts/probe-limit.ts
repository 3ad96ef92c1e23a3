import { LRUCache } from "lru-cache";
import { ApiError } from "#lib/kernel/api-error";
import { singleton } from "#lib/kernel/singleton";

/** Probes of an organization per minute and process: each one sends requests to an address of the caller's choice. */
const MAX_PROBES = 20;
const MINUTE_MS = 60_000;

const counts = () =>
  singleton("probe-counts", () => new LRUCache<string, number>({ max: 10_000, ttl: MINUTE_MS, noUpdateTTL: true }));

/** Counts one probe. Throws 429 with `Retry-After` over the limit. */
export function countProbe(organizationId: string): void {
  const before = counts().get(organizationId) ?? 0;
  if (before >= MAX_PROBES) {
    const seconds = Math.max(1, Math.ceil(counts().getRemainingTTL(organizationId) / 1_000));
    throw new ApiError(429, `Limit of ${MAX_PROBES} probes a minute reached; nothing was saved`, {
      headers: { "retry-after": String(seconds) },
    });
  }
  counts().set(organizationId, before + 1);
}

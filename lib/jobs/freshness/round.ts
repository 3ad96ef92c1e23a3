import { derivedId } from "#lib/jobs/sync/derived-id";
import { enterOnce } from "#lib/queue/queue";
import type { Payloads } from "#lib/queue/queues";

type Reading = Payloads["readings"];

/**
 * Returns the number of an account's present round. Each account's rounds begin at a time of their own within the period, so that the
 * readings of many accounts are spread over it.
 */
export function roundOf(linkedAccountId: string, periodMs: number, now: Date): number {
  const offset = Number.parseInt(linkedAccountId.slice(-8), 16) % periodMs;
  return Math.floor((now.getTime() + offset) / periodMs);
}

/** Writes the queue entry of an account's round, unless a process has written it. */
export async function enterRound(
  { organizationId, linkedAccountId, scope }: Reading,
  { periodMs, round }: { periodMs: number; round: number },
): Promise<void> {
  const id = derivedId(`reading ${scope} ${linkedAccountId} ${periodMs} ${round}`);
  // A reading of all that changed may take a minute: today's visits do not wait for it.
  const group = scope === "today" ? `${linkedAccountId}:today` : linkedAccountId;
  await enterOnce("readings", { organizationId, linkedAccountId, scope }, { id, group });
}

import type { ListedAccount } from "#lib/jobs/sync/nightly";
import { enterRound, roundOf } from "./round.ts";

const MINUTE_MS = 60_000;

/**
 * Writes the queue entry of the present round of each account that is read between its syncs, in any process once. An account whose
 * first sync is not complete is left to it. `planned` remembers the rounds that this process has planned.
 */
export async function planReadings(
  now: Date,
  accounts: readonly ListedAccount[],
  planned = new Map<string, string>(),
): Promise<void> {
  for (const { organizationId, linkedAccountId, syncIntervalMinutes, syncedAt } of accounts) {
    if (syncIntervalMinutes === 0 || syncedAt === null) continue;
    const periodMs = syncIntervalMinutes * MINUTE_MS;
    const round = roundOf(linkedAccountId, periodMs, now);
    const name = `${periodMs} ${round}`;
    if (planned.get(linkedAccountId) === name) continue;
    await enterRound({ organizationId, linkedAccountId, scope: "changes" }, { periodMs, round });
    planned.set(linkedAccountId, name);
  }
}

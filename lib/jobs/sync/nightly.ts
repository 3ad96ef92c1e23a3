import { createHash } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { hexIds } from "#lib/db/hex-id";
import { linkedAccount } from "#lib/db/schema";
import { readTenant } from "#lib/db/tenant";
import { withoutTenant } from "#lib/db/without-tenant";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { present } from "#lib/kernel/clock";
import { logger } from "#lib/kernel/logger";
import { nightOf } from "#lib/kernel/nights";
import type { Payloads } from "#lib/queue/payloads";
import { enterOnce } from "#lib/queue/queue";

/** Interval between checks: the maximum delay of a sync's start. */
const CHECK_MS = 30_000;

/** Returns an id derived from account and night, so that all processes together write one entry. */
function entryId(linkedAccountId: string, night: string): string {
  const digest = createHash("sha256").update(`nightly sync ${linkedAccountId} ${night}`).digest("hex");
  return `${digest.slice(0, 12)}8${digest.slice(13, 16)}8${digest.slice(17, 32)}`;
}

/** Returns all linked accounts with the data that determines their nights and evenings. */
export async function listAccounts() {
  const ids = await withoutTenant<{ organization_id: string }>(
    sql`SELECT ${hexIds("organization_id")} FROM list_organizations()`,
  );
  const lists = ids.map(({ organization_id: organizationId }) =>
    readTenant({ organizationId, linkedAccountId: null }, (tx) =>
      tx
        .select({
          organizationId: linkedAccount.organizationId,
          linkedAccountId: linkedAccount.id,
          timezone: linkedAccount.timezone,
          createdAt: linkedAccount.createdAt,
        })
        .from(linkedAccount)
        .where(and(eq(linkedAccount.organizationId, organizationId), isNull(linkedAccount.unlinkedAt))),
    ),
  );
  return (await Promise.all(lists)).flat();
}

type Account = Awaited<ReturnType<typeof listAccounts>>[number];

/**
 * Returns the account's current night; null if the account was linked during it, or if the time zone is unknown, which
 * is logged.
 */
function dueNight({ linkedAccountId, timezone, createdAt }: Account, now: Date): string | null {
  try {
    const night = nightOf(now, timezone);
    return nightOf(createdAt, timezone) < night ? night : null;
  } catch (error) {
    logger.error({ linked_account_id: linkedAccountId, error_name: (error as Error).name }, "no such time zone");
    return null;
  }
}

/**
 * Writes a queue entry for the nightly sync of each account whose current night has none yet; a night missed while no
 * process ran is thus caught up at the next start. `planned` remembers the nights that this process has planned.
 */
export async function planNightlySyncs(now: Date, planned = new Map<string, string>()): Promise<void> {
  for (const account of await listAccounts()) {
    const { organizationId, linkedAccountId } = account;
    const night = dueNight(account, now);
    if (night === null || planned.get(linkedAccountId) === night) continue;
    const payload: Payloads["syncs"] = { organizationId, linkedAccountId, requestedAt: now.toISOString() };
    const id = entryId(linkedAccountId, night);
    await enterOnce("syncs", payload, { id, group: linkedAccountId });
    planned.set(linkedAccountId, night);
  }
}

/** Plans the nightly syncs now and periodically; may run in every process. */
export function startNightlyPlanning(): { stop(): Promise<void> } {
  const planned = new Map<string, string>();
  return repeatedly(CHECK_MS, "nightly syncs could not be planned", () => planNightlySyncs(present(), planned));
}

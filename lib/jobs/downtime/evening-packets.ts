import { and, eq } from "drizzle-orm";
import { readTenant, withTenant } from "#lib/db/tenant";
import { repeatedly } from "#lib/jobs/runner/repeatedly";
import { listAccounts } from "#lib/jobs/sync/nightly";
import { present } from "#lib/kernel/clock";
import { dateFormat } from "#lib/kernel/date-format";
import { addDays, todayIn } from "#lib/kernel/dates";
import { logger } from "#lib/kernel/logger";
import type { AccountTenant } from "#lib/kernel/principal";
import { encryptedPacket, storePacket } from "#lib/resources/downtime-packets/packets";
import { downtimePacket } from "#lib/resources/downtime-packets/table";

/** Hour in the account's time zone from which the next day's packet is made. */
const HOUR = 18;
const CHECK_MS = 60_000;

/** Returns the day (YYYY-MM-DD) whose packet is due; null before the evening. Throws RangeError for an unknown zone. */
export function dueDay(now: Date, timeZone: string): string | null {
  const hour = Number(dateFormat({ hour: "2-digit", hourCycle: "h23", timeZone }, "en-US").format(now));
  return hour >= HOUR ? addDays(todayIn(timeZone, now), 1) : null;
}

const isStored = (tenant: AccountTenant, day: string): Promise<boolean> =>
  readTenant(tenant, async (tx) => {
    const { linkedAccountId, made } = downtimePacket;
    const found = await tx
      .select({ id: downtimePacket.id })
      .from(downtimePacket)
      .where(and(eq(linkedAccountId, tenant.linkedAccountId), eq(downtimePacket.day, day), eq(made, "evening")));
    return found.length > 0;
  });

/** Makes the evening's packet of an account unless it exists. An account without a passphrase gets none. */
async function makePacket(tenant: AccountTenant, day: string, now: Date): Promise<void> {
  if (await isStored(tenant, day)) return;
  const file = await encryptedPacket(tenant, day, now);
  if (file) await withTenant(tenant, (tx) => storePacket(tx, tenant, { day, made: "evening", file }));
}

/**
 * Makes the packets of the next day that are due and missing. A failure of one account is logged and leaves the others
 * alone. `done` remembers the day that this process has finished for each account.
 */
export async function makeEveningPackets(now: Date, done = new Map<string, string>()): Promise<void> {
  for (const { organizationId, linkedAccountId, timezone } of await listAccounts()) {
    try {
      const day = dueDay(now, timezone);
      if (day === null || done.get(linkedAccountId) === day) continue;
      await makePacket({ organizationId, linkedAccountId }, day, now);
      done.set(linkedAccountId, day);
    } catch (error) {
      const { name, code } = error as NodeJS.ErrnoException;
      logger.warn({ linked_account_id: linkedAccountId, error_name: name, code }, "no downtime packet was made");
    }
  }
}

/** Makes the evening's packets now and periodically; may run in every process. */
export function startEveningPackets(): { stop(): Promise<void> } {
  const done = new Map<string, string>();
  return repeatedly(CHECK_MS, "no downtime packets were made", () => makeEveningPackets(present(), done));
}

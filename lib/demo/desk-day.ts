import { eq } from "drizzle-orm";
import { changeRecords } from "#lib/db/record-versions";
import type { Transaction } from "#lib/db/tenant";
import { setStatuses, visitsOfDay } from "#lib/emr/sandbox/top-up";
import type { AccountTenant } from "#lib/kernel/principal";
import { location } from "#lib/resources/locations/table";
import { DAYS } from "#lib/resources/providers/model";
import { provider } from "#lib/resources/providers/table";

/** Statuses that a day before its visits lacks, and how many visits get each, in order of time. */
const FOR_AN_EARLY_DAY = { CMP: 3, NOS: 1, ROM: 2, ARR: 3, CAN: 1, CNF: 3, SCH: 3 };
/** Statuses that a day after its visits lacks, from its end. */
const FOR_A_LATE_DAY = { SCH: 3, CNF: 3, ARR: 3, ROM: 2, NOS: 1, CAN: 1 };

/**
 * Sets some visits of a day (YYYY-MM-DD) so that a demo that starts at night, in the evening or on a day of few visits
 * shows every status as well. On other days they are there by themselves. Nobody has written these statuses: they move
 * on with time.
 */
export async function showEveryStatus(practiceId: string, day: string): Promise<void> {
  const visits = await visitsOfDay(practiceId, day);
  const groups = Map.groupBy(visits, ({ status }) => status);
  const [most] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  if (!most) return;
  const [common, pool] = most;
  const isLate = common === "CMP";
  const missing = Object.entries(isLate ? FOR_A_LATE_DAY : FOR_AN_EARLY_DAY).filter(([status]) => !groups.has(status));
  const free = isLate ? pool.toReversed() : pool;
  const isShort = missing.reduce((sum, [, count]) => sum + count, 0) >= free.length;
  const changes = missing.map(([status, count]) => ({
    status,
    ids: free.splice(0, isShort ? 1 : count).map(({ id }) => id),
    progressNote: null,
  }));
  await setStatuses(practiceId, changes);
}

/** One of so many providers, the first by name among them, has not entered hours yet. */
const WITHOUT_HOURS = 4;

/** Sets, for most of the account's providers, the hours in which their practice sees patients, each at one location. */
export async function giveHours(tx: Transaction, tenant: AccountTenant): Promise<void> {
  const { linkedAccountId } = tenant;
  const [providers, locations] = await Promise.all([
    tx
      .select({ id: provider.id })
      .from(provider)
      .where(eq(provider.linkedAccountId, linkedAccountId))
      .orderBy(provider.lastName, provider.firstName, provider.id),
    tx
      .select({ emrId: location.emrId, name: location.name })
      .from(location)
      .where(eq(location.linkedAccountId, linkedAccountId))
      .orderBy(location.emrId),
  ]);
  for (const [index, { id }] of providers.entries()) {
    const place = locations[index % locations.length];
    if (!place || index % WITHOUT_HOURS === 0) continue;
    const hours = DAYS.slice(0, 5).map((day) => ({
      day,
      start_time: "T08:00:00",
      end_time: "T17:00:00",
      facility_id: place.emrId,
      facility_name: place.name,
      start_date: null,
      end_date: null,
    }));
    const change = tx.update(provider).set({ hours }).where(eq(provider.id, id)).returning({ id: provider.id });
    await changeRecords(tx, tenant, provider, change);
  }
}

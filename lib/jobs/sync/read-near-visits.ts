import "#lib/changes/teller";
import { withTenant } from "#lib/db/tenant";
import { holdLink, type Link } from "#lib/emr/link";
import type { EmrConnection } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { addDays, todayIn } from "#lib/kernel/dates";
import type { AccountTenant } from "#lib/kernel/principal";
import { askSchedules, readSchedules, storeSchedules } from "#lib/resources/appointments/live-schedules";
import { MAX_STATEMENT_MS } from "./run.ts";

/**
 * Reads the visits of today and the days after it from the EMR as a live fetch does, and stores them if the link still stands:
 * nothing is removed but what the EMR says it does not have. Throws EmrErrors.
 */
export async function readNearVisits(
  { organizationId, linkedAccountId }: AccountTenant,
  { emr, link, emrType, timezone }: { emr: EmrConnection; link: Link; emrType: string; timezone: string },
  { days, signal }: { days: number; signal: AbortSignal },
): Promise<void> {
  const tenant = { organizationId, linkedAccountId };
  const today = todayIn(timezone, present());
  const range = { start_date: today, end_date: addDays(today, days - 1) };
  const asked = await withTenant(tenant, (tx) => askSchedules(tx, tenant, range, "visits"));
  const read = await readSchedules(asked, { emr, signal });
  await withTenant(
    tenant,
    async (tx) => {
      if (await holdLink(tx, link)) await storeSchedules(tx, tenant, emrType, read);
    },
    { maxMs: MAX_STATEMENT_MS },
  );
}

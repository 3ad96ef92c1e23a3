import type { EmrShift } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { SyncedKind } from "#lib/resources/synced/synced-kind";
import { syncedRows } from "#lib/resources/synced/synced-rows";
import type { ProviderHours } from "./model.ts";
import { readScheduleAnew } from "./read-schedule-anew.ts";
import { provider } from "./table.ts";

const shiftOf = ({ day, ...shift }: EmrShift): ProviderHours => ({
  day,
  start_time: shift.startTime,
  end_time: shift.endTime,
  facility_id: shift.facilityId,
  facility_name: shift.facilityName,
  start_date: shift.startDate,
  end_date: shift.endDate,
});

const rows = syncedRows("providers", provider, {
  key: "ehrId",
  ours: ["id", "status", "hideInAvailability", "hours"],
  rowOf: ({ hideInAvailability = false, hours = [], ...found }) => ({
    id: newId(),
    ...found,
    hideInAvailability,
    hours: hours.map(shiftOf),
  }),
});

/**
 * How providers are stored. The EMR's active flag, hiding and hours are taken only for a new provider: later they are set
 * here, and the flag decides whether the schedule is synced (interface 3.4).
 */
export const syncedProviders: SyncedKind<"providers"> = {
  ...rows,
  async store(tx, tenant, ...given) {
    const counts = await rows.store(tx, tenant, ...given);
    if (counts.created > 0) await readScheduleAnew(tx, tenant);
    return counts;
  },
};

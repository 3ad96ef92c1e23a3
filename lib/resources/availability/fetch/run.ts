import type { OperationRunner } from "#lib/definitions/runner";
import {
  type AskedSchedules,
  askSchedules,
  type FetchedSchedules,
  readSchedules,
  storeSchedules,
} from "#lib/resources/appointments/live-schedules";
import type { fetchAvailability } from "./definition.ts";

/** Reads the open and blocked times of some days from the EMR and stores them (additions §2). */
export const runAvailabilityFetch: OperationRunner<typeof fetchAvailability, AskedSchedules, FetchedSchedules> = {
  prepare: ({ tx, tenant, input }) => askSchedules(tx, tenant, input, "slots"),

  run: readSchedules,

  async complete({ tx, tenant, input: { start_date, end_date }, emrType, result }) {
    const { changedIds, deletedIds, counts, warnings } = await storeSchedules(tx, tenant, emrType, result);
    const data = {
      start_date,
      end_date,
      slot_ids: changedIds,
      deleted_slot_ids: deletedIds,
      ...counts,
    };
    return { data, warnings };
  },
};

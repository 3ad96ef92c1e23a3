import type { OperationRunner } from "#lib/definitions/runner";
import {
  type AskedSchedules,
  askSchedules,
  type FetchedSchedules,
  readSchedules,
  storeSchedules,
} from "#lib/resources/appointments/live-schedules";
import type { fetchAppointments } from "./definition.ts";

/** Reads the visits of some days from the EMR and stores them (additions §2). */
export const runAppointmentsFetch: OperationRunner<typeof fetchAppointments, AskedSchedules, FetchedSchedules> = {
  prepare: ({ tx, tenant, input }) => askSchedules(tx, tenant, input, "visits"),

  run: readSchedules,

  async complete({ tx, tenant, input: { start_date, end_date }, emrType, result }) {
    const { changedIds, deletedIds, counts, warnings } = await storeSchedules(tx, tenant, emrType, result);
    const data = {
      start_date,
      end_date,
      appointment_ids: changedIds,
      deleted_appointment_ids: deletedIds,
      ...counts,
    };
    return { data, warnings };
  },
};

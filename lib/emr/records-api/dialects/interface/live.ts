import { onlyRecord } from "#lib/emr/port/only-record";
import {
  type EmrAppointment,
  EmrError,
  type FaultyRecord,
  type LiveSchedules,
  type SchedulesQuestion,
} from "#lib/emr/port/port";
import { appointment } from "#lib/emr/records-api/appointment";
import { listOf } from "#lib/emr/records-api/rows";
import { addDays, todayIn } from "#lib/kernel/dates";
import { CATEGORIES, locationIdsOf, type Reading, recordsOf, scheduleOf, VISIT_IDS } from "./pages.ts";
import { readDays } from "./schedule.ts";

/** Returns the first and the last day that may have records of a time, in whatever zone the remote counts its days. */
function daysOf({ from, to }: SchedulesQuestion, timeZone: string): { from: string; to: string } {
  const dayAt = (moment: number) => todayIn(timeZone, new Date(moment));
  return { from: addDays(dayAt(Date.parse(from)), -1), to: addDays(dayAt(Date.parse(to) - 1), 1) };
}

/** Reads the schedules of some days as the remote shows them, for a live fetch after the remote has refreshed them. Throws EmrErrors. */
export async function readSchedules(
  reading: Reading,
  question: SchedulesQuestion,
  signal: AbortSignal,
): Promise<LiveSchedules> {
  const places = await locationIdsOf(reading, signal);
  const providers = new Set(question.providerEhrIds);
  const isAsked = ({ startsAt, providerEhrId }: EmrAppointment) =>
    providers.has(providerEhrId) &&
    Date.parse(startsAt) >= Date.parse(question.from) &&
    Date.parse(startsAt) < Date.parse(question.to);
  const records: EmrAppointment[] = [];
  const faulty: FaultyRecord[] = [];
  for (const category of CATEGORIES) {
    if ((category === "appointment") !== (question.only === "visits")) continue;
    const range = { category, ...daysOf(question, reading.timeZone) };
    const rows = await readDays(scheduleOf(reading, [category]), range, signal);
    const read = recordsOf(rows, appointment(reading.timeZone, category, places), VISIT_IDS);
    records.push(...read.records.filter(isAsked));
    faulty.push(...read.faulty);
  }
  return { records, faulty };
}

/**
 * Reads one record of the schedule by its EMR id; null if the remote has none. A record does not name its category, so each is asked
 * for. Throws an EmrError, also if the remote answers with other records: then it has not looked for this one.
 */
export async function readAppointment(
  reading: Reading,
  emrId: string,
  signal: AbortSignal,
): Promise<EmrAppointment | null> {
  const places = await locationIdsOf(reading, signal);
  for (const category of CATEGORIES) {
    const query = { emr_appointment_id: emrId, category, include_appointment_note: "true" };
    const rows = listOf(await reading.remote.get("/appointments", query, signal), "appointments");
    if (rows.length === 0) continue;
    const read = recordsOf(rows, appointment(reading.timeZone, category, places), VISIT_IDS);
    const found = onlyRecord({
      records: read.records.filter(({ emrAppointmentId }) => emrAppointmentId === emrId),
      faulty: read.faulty.filter(({ ehrId }) => ehrId === emrId),
    });
    if (found) return found;
    throw new EmrError("validation", "The EMR answers the search for one appointment with others");
  }
  return null;
}

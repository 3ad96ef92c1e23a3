import type { FhirContext } from "#lib/emr/fhir/context";
import type { TimesReader } from "#lib/emr/fhir/reading/times";
import { visitStatusList } from "#lib/emr/fhir/visit-statuses";
import { EmrError } from "#lib/emr/port/port";
import type { VisitTime } from "./slots.ts";

/** The reads that a booking needs beside the server. */
export interface BookingReads {
  openTimesAt: TimesReader["slots"];
  readTimes: TimesReader["records"];
}

const MINUTE_MS = 60_000;

/** Meanings of visits that take no time. */
const FREEING: readonly (string | null | undefined)[] = ["cancelled", "no_show"];

/**
 * Rethrows the refusal of a visit. One for whose time another visit or block stands in the EMR by now is an overlap, since servers
 * have no common code for it. `own` is the id of the visit itself.
 */
export async function overlapOr(
  error: unknown,
  { connection }: FhirContext,
  { time, own, reads }: { time: VisitTime; own: string | null; reads: BookingReads },
  signal: AbortSignal,
): Promise<never> {
  if (!(error instanceof EmrError) || error.kind !== "validation" || error.conflicts.length > 0) throw error;
  const to = new Date(Date.parse(time.startsAt) + time.duration * MINUTE_MS).toISOString();
  const which = { providerEhrIds: [time.providerEhrId], from: time.startsAt, to };
  const there = await reads.readTimes(which, signal).catch(() => []);
  const free = visitStatusList(connection.visit_statuses).filter(({ meaning }) => FREEING.includes(meaning));
  const isTaken = there.some(
    ({ emrAppointmentId, category, status }) =>
      emrAppointmentId !== own && category !== "schedule_slot" && !free.some(({ code }) => code === status),
  );
  if (!isTaken || !error.notDone) throw error;
  throw new EmrError("validation", error.message, { code: "overlap" });
}

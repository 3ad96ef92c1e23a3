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

/** The time of a visit. */
interface AtStake {
  time: VisitTime;
  /** Those whose time it takes. */
  providerEhrIds: string[];
  /** Id of the visit itself; null if the EMR does not have it. */
  own: string | null;
  reads: BookingReads;
}

const MINUTE_MS = 60_000;

/** Meanings of visits that take no time. */
const FREEING: readonly (string | null | undefined)[] = ["cancelled", "no_show"];

/** Reads whether a visit or block other than the visit's own takes a part of the time of some providers. Throws an EmrError. */
export async function isTaken(
  { connection }: FhirContext,
  { time, providerEhrIds, own, reads }: AtStake,
  signal: AbortSignal,
): Promise<boolean> {
  const to = new Date(Date.parse(time.startsAt) + time.duration * MINUTE_MS).toISOString();
  const there = await reads.readTimes({ providerEhrIds, from: time.startsAt, to }, signal);
  const free = visitStatusList(connection.visit_statuses).filter(({ meaning }) => FREEING.includes(meaning));
  return there.some(
    ({ emrAppointmentId, category, status }) =>
      emrAppointmentId !== own && category !== "schedule_slot" && !free.some(({ code }) => code === status),
  );
}

/**
 * Rethrows the refusal of a visit. One for whose time another visit or block stands in the EMR by now is an overlap, since servers
 * have no common code for it. `own` is the id of the visit itself.
 */
export async function overlapOr(
  error: unknown,
  context: FhirContext,
  stake: Omit<AtStake, "providerEhrIds">,
  signal: AbortSignal,
): Promise<never> {
  if (!(error instanceof EmrError) || error.kind !== "validation" || error.conflicts.length > 0) throw error;
  const providerEhrIds = [stake.time.providerEhrId];
  const isOverlap = await isTaken(context, { ...stake, providerEhrIds }, signal).catch(() => false);
  if (!isOverlap || !error.notDone) throw error;
  throw new EmrError("validation", error.message, { code: "overlap" });
}

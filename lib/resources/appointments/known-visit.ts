import { and, eq, inArray, type SQL } from "drizzle-orm";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { EmrError } from "#lib/emr/port/port";
import { type Lines, recordKeyOf } from "#lib/job-record/record-order";
import { notFoundBy } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { dayKeysOf } from "./moment-at.ts";
import { appointment, booking } from "./table.ts";
import type { ProvidersTime } from "./taken-times.ts";
import type { VisitIds } from "./visit-ids.ts";

/** A visit as it is known here: synchronized, or accepted and not yet booked. */
export interface KnownVisit extends ProvidersTime {
  id: string;
  /** Null until the EMR has the visit. */
  emrAppointmentId: string | null;
  patientMrn: string | null;
  locationId: string;
  /** The line of its changes. */
  recordKey: string;
}

const { id, emrAppointmentId, patientMrn, providerEhrId, secondaryProviderEhrId, locationId, startsAt, duration } =
  appointment;
const STORED = {
  id,
  emrAppointmentId,
  patientMrn,
  providerEhrId,
  secondaryProviderEhrId,
  locationId,
  startsAt,
  duration,
};

/** The same of a visit that is to be booked. */
const BOOKED = {
  id: booking.id,
  emrAppointmentId: booking.emrAppointmentId,
  patientMrn: booking.patientMrn,
  providerEhrId: booking.providerEhrId,
  secondaryProviderEhrId: booking.secondaryProviderEhrId,
  locationId: booking.locationId,
  startsAt: booking.startsAt,
  duration: booking.duration,
};

interface Found extends Omit<KnownVisit, "recordKey" | "providerEhrIds"> {
  providerEhrId: string;
  secondaryProviderEhrId: string | null;
}

/**
 * Returns the key of the line of a visit's changes. One that was booked here has that of its id from its acceptance on, when the
 * EMR's id is not known yet; all others have the EMR's, by which changes of their status name them.
 */
const lineOf = (bookedId: string | null, emrAppointmentId: string | null): string =>
  recordKeyOf("appointment", bookedId ?? emrAppointmentId ?? "");

const known = ({ providerEhrId, secondaryProviderEhrId, ...found }: Found, bookedId: string | null): KnownVisit => ({
  ...found,
  providerEhrIds: secondaryProviderEhrId === null ? [providerEhrId] : [providerEhrId, secondaryProviderEhrId],
  recordKey: lineOf(bookedId, found.emrAppointmentId),
});

async function storedVisit(tx: Transaction, linkedAccountId: string, named: SQL): Promise<KnownVisit | null> {
  const [found] = await tx
    .select({ ...STORED, bookedId: booking.id })
    .from(appointment)
    .leftJoin(booking, and(eq(booking.linkedAccountId, linkedAccountId), eq(booking.id, appointment.id)))
    .where(and(eq(appointment.linkedAccountId, linkedAccountId), eq(appointment.category, "appointment"), named));
  if (!found) return null;
  const { bookedId, ...fields } = found;
  return known(fields, bookedId);
}

/** Returns a visit that is not among the synchronized ones yet, and whose booking has not failed; null if there is none. */
async function bookedVisit(tx: Transaction, linkedAccountId: string, id: string): Promise<KnownVisit | null> {
  const [found] = await tx
    .select(BOOKED)
    .from(booking)
    .innerJoin(job, and(eq(job.id, booking.jobId), inArray(job.status, ["queued", "running", "completed"])))
    .where(and(eq(booking.linkedAccountId, linkedAccountId), eq(booking.id, id)));
  return found ? known(found, found.id) : null;
}

/** Returns the visit with an id of ours. Throws `not_found` for an unknown one, as is an open slot or a blocked time (interface 2.10). */
export async function requireVisit(tx: Transaction, linkedAccountId: string, given: string): Promise<KnownVisit> {
  const id = parseId(given);
  const found =
    id &&
    ((await storedVisit(tx, linkedAccountId, eq(appointment.id, id))) ?? (await bookedVisit(tx, linkedAccountId, id)));
  if (!found) throw notFoundBy("id", "Appointment");
  return found;
}

/** Returns the visit with an id of the EMR's. Throws `not_found` for an unknown one. */
export async function requireVisitOfEmr(tx: Transaction, linkedAccountId: string, emrId: string): Promise<KnownVisit> {
  const found = await storedVisit(tx, linkedAccountId, eq(appointment.emrAppointmentId, emrId));
  if (!found) throw notFoundBy("emr_appointment_id", "Appointment");
  return found;
}

/** Returns the lines of a job that changes a visit and gives up or takes times. */
export const linesOf = ({ recordKey }: KnownVisit, times: readonly ProvidersTime[], timeZone: string): Lines => ({
  recordKey,
  dayKeys: [...new Set(times.flatMap((time) => dayKeysOf(time, timeZone)))],
});

/** Returns the ids of a visit for the identifiers of a job. */
export const idsOf = ({ id, emrAppointmentId }: KnownVisit): VisitIds => ({
  appointment_id: id,
  ...(emrAppointmentId !== null && { emr_appointment_id: emrAppointmentId }),
});

/** Returns the EMR's id of the visit that a job changes. Throws a validation fault if its booking came to nothing. */
export async function emrIdOf(tx: Transaction, linkedAccountId: string, ids: VisitIds): Promise<string> {
  if (ids.emr_appointment_id !== undefined) return ids.emr_appointment_id;
  const [booked] = await tx
    .select({ emrAppointmentId: booking.emrAppointmentId })
    .from(booking)
    .where(and(eq(booking.linkedAccountId, linkedAccountId), eq(booking.id, ids.appointment_id)));
  if (!booked?.emrAppointmentId)
    throw new EmrError("validation", "The appointment was not booked in the EMR", { code: "record_not_found" });
  return booked.emrAppointmentId;
}

import { and, eq } from "drizzle-orm";
import { drawAsOf } from "#lib/db/as-of";
import type { Transaction } from "#lib/db/tenant";
import type { InputOf } from "#lib/definitions/operation";
import type { OperationRunner } from "#lib/definitions/runner";
import { type EmrAppointment, type EmrConnection, EmrError, type EmrVisitChange } from "#lib/emr/port/port";
import { present } from "#lib/kernel/clock";
import { doubleWarnings, refuseOthers } from "#lib/resources/appointments/doubles";
import { freeStatuses } from "#lib/resources/appointments/free-statuses";
import { type KeptVisit, keptVisit, visitAsRead, zoneOfAccount } from "#lib/resources/appointments/kept-visit";
import { emrIdOf } from "#lib/resources/appointments/known-visit";
import { momentAt } from "#lib/resources/appointments/moment-at";
import { type Reading, readTimes, storeReading } from "#lib/resources/appointments/read-times";
import { appointment, visitMove } from "#lib/resources/appointments/table";
import { changeAppointment } from "./definition.ts";

type Input = InputOf<typeof changeAppointment>;

/** When and with whom a visit is. */
interface When {
  startsAt: string;
  /** Minutes. */
  duration: number;
  providerEhrId: string;
}

/** The time of a visit with its second provider. */
interface WholeTime extends When {
  secondaryProviderEhrId: string | null;
}

interface Prepared extends Pick<Reading, "asOf" | "since"> {
  change: EmrVisitChange;
  /** Where it was here: before the attempt, and at acceptance. */
  from: When[];
  /** Statuses of visits that take no time. */
  free: string[];
}

interface Moved {
  /** Where the visit was before; null if that is not known. */
  previous: When | null;
  /** The visit as the EMR shows it now. */
  kept: KeptVisit;
  /** What else is at its time; null if that was not read. */
  reading: Reading | null;
  /** The time that it has left, and what is there now; null if it left none, or that was not read. */
  left: (Reading & { visit: WholeTime }) | null;
}

const isSame = (one: When, other: When): boolean =>
  Date.parse(one.startsAt) === Date.parse(other.startsAt) &&
  one.duration === other.duration &&
  one.providerEhrId === other.providerEhrId;

/** Returns whether a time takes no more of its provider than another one did. */
const isWithin = (time: When, other: When): boolean =>
  time.providerEhrId === other.providerEhrId &&
  Date.parse(time.startsAt) >= Date.parse(other.startsAt) &&
  Date.parse(time.startsAt) + time.duration * 60_000 <= Date.parse(other.startsAt) + other.duration * 60_000;

const moves = ({ startsAt, duration, providerEhrId }: EmrVisitChange): boolean =>
  [startsAt, duration, providerEhrId].some((value) => value !== undefined);

async function moveOf(tx: Transaction, jobId: number) {
  const [accepted] = await tx.select().from(visitMove).where(eq(visitMove.jobId, jobId));
  if (!accepted) throw new Error("An accepted change of an appointment is gone");
  return accepted;
}

type Accepted = Awaited<ReturnType<typeof moveOf>>;

const changeOf = (emrAppointmentId: string, accepted: Accepted, input: Input): EmrVisitChange => ({
  emrAppointmentId,
  ...(input.datetime !== undefined && { startsAt: accepted.startsAt.toISOString() }),
  ...(input.duration !== undefined && { duration: input.duration }),
  ...(input.provider_ehr_id !== undefined && { providerEhrId: input.provider_ehr_id }),
  ...(input.location_id !== undefined && { locationEmrId: input.location_id }),
  ...(accepted.visitTypeId !== null &&
    accepted.visitTypeName !== null && { visitType: { id: accepted.visitTypeId, name: accepted.visitTypeName } }),
  ...(input.reason !== undefined && { reason: input.reason }),
  ...(input.note !== undefined && { note: input.note }),
});

/** What is known of a visit that was booked here and has not been read since. */
const UNREAD = { status: null, locationEmrId: "", appointmentType: null, reason: null, note: null };

/** Returns a visit after a change of it. */
const changed = (visit: WholeTime, { startsAt, duration, providerEhrId }: EmrVisitChange): WholeTime => ({
  startsAt: startsAt ?? visit.startsAt,
  duration: duration ?? visit.duration,
  providerEhrId: providerEhrId ?? visit.providerEhrId,
  secondaryProviderEhrId: visit.secondaryProviderEhrId,
});

/** Returns whether the EMR shows a visit as a change of it sets it. */
const isAsWanted = (
  kept: EmrAppointment,
  { emrAppointmentId: _, visitType, startsAt, ...rest }: EmrVisitChange,
): boolean =>
  (startsAt === undefined || Date.parse(kept.startsAt) === Date.parse(startsAt)) &&
  (visitType === undefined || kept.appointmentType === visitType.name) &&
  Object.entries(rest).every(([field, value]) => kept[field as keyof typeof rest] === value);

async function requireKept(emr: EmrConnection, emrAppointmentId: string, signal: AbortSignal): Promise<EmrAppointment> {
  const kept = await emr.readAppointment(emrAppointmentId, signal);
  if (kept?.category === "appointment") return kept;
  throw new EmrError("validation", "The appointment is no longer in the EMR", { code: "record_not_found" });
}

/** Throws a validation fault if another visit or block is at the time to which a visit moves. */
async function refuseDouble(
  emr: EmrConnection,
  visit: EmrAppointment,
  to: WholeTime,
  free: string[],
  signal: AbortSignal,
) {
  if (isWithin(to, visit)) return;
  const there = await readTimes(emr, to, signal);
  refuseOthers(
    there.filter(({ emrAppointmentId }) => emrAppointmentId !== visit.emrAppointmentId),
    free,
  );
}

/**
 * Changes the visit in the EMR unless its new time is taken there by others, then reads the visit and that time again: what an EMR
 * that refuses no overlap let pass is a warning (additions §2).
 */
export const runAppointmentChange: OperationRunner<typeof changeAppointment, Prepared, Moved> = {
  async prepare({ tx, tenant, jobId, identifiers, input }) {
    const { linkedAccountId } = tenant;
    const accepted = await moveOf(tx, jobId);
    const emrAppointmentId = await emrIdOf(tx, linkedAccountId, identifiers);
    const { startsAt, duration, providerEhrId } = appointment;
    const stored = await tx
      .select({ startsAt, duration, providerEhrId })
      .from(appointment)
      .where(and(eq(appointment.linkedAccountId, linkedAccountId), eq(appointment.emrAppointmentId, emrAppointmentId)));
    const { fromStartsAt, fromDuration, fromProviderEhrId } = accepted;
    const from = [...stored, { startsAt: fromStartsAt, duration: fromDuration, providerEhrId: fromProviderEhrId }];
    return {
      change: changeOf(emrAppointmentId, accepted, input),
      from: from.map((when) => ({ ...when, startsAt: when.startsAt.toISOString() })),
      free: await freeStatuses(tx, linkedAccountId),
      asOf: await drawAsOf(tx),
      since: present(),
    };
  },

  async run({ change, from, free, asOf, since }, { emr, idempotencyKey, signal }) {
    const before = await requireKept(emr, change.emrAppointmentId, signal);
    const to = changed(before, change);
    await refuseDouble(emr, before, to, free, signal);
    await emr.changeAppointment(change, { idempotencyKey, signal });
    const kept = await requireKept(emr, change.emrAppointmentId, signal);
    // An attempt before this one may have moved the visit already.
    const others = moves(change) ? from : [];
    const previous = [before, ...others].find((when) => !isSame(when, kept)) ?? before;
    const visit = { ...previous, secondaryProviderEhrId: before.secondaryProviderEhrId };
    const left = isSame(previous, kept) ? null : { visit, asOf, since, records: await readTimes(emr, visit, signal) };
    return { previous, kept, reading: { asOf, since, records: await readTimes(emr, kept, signal) }, left };
  },

  async complete({ tx, tenant, jobId, identifiers, input, patientMrn, settledLate, moved, result }) {
    const { kept, reading, left } = result;
    const accepted = await moveOf(tx, jobId);
    if (kept.emrAppointmentId !== (await emrIdOf(tx, tenant.linkedAccountId, identifiers)))
      throw new Error("The EMR showed another appointment than the one that was changed");
    const zone = await zoneOfAccount(tx, tenant.linkedAccountId);
    const atAcceptance = {
      startsAt: accepted.fromStartsAt.toISOString(),
      duration: accepted.fromDuration,
      providerEhrId: accepted.fromProviderEhrId,
    };
    const previous = result.previous ?? atAcceptance;
    if (!moved) {
      await keptVisit(tx, tenant, kept, settledLate);
      if (left) await storeReading(tx, tenant, left.visit, left);
      if (reading) await storeReading(tx, tenant, kept, reading);
    }
    return {
      data: {
        emr_appointment_id: kept.emrAppointmentId,
        patient_mrn: patientMrn ?? "",
        status: kept.status ?? "",
        appointment_id: identifiers.appointment_id,
        datetime: momentAt(new Date(kept.startsAt), zone),
        previous_datetime: momentAt(new Date(previous.startsAt), zone),
        duration: kept.duration,
        previous_duration: previous.duration,
        provider_ehr_id: kept.providerEhrId,
        previous_provider_ehr_id: previous.providerEhrId,
        location_id: kept.locationEmrId,
        updated_fields: Object.keys(changeAppointment.input.shape).filter(
          (name) => input[name as keyof Input] !== undefined,
        ),
      },
      warnings:
        moved || !reading
          ? []
          : await doubleWarnings(tx, tenant, { emrAppointmentId: kept.emrAppointmentId, records: reading.records }),
    };
  },

  async fromEvent({ tx, tenant: { linkedAccountId }, jobId, identifiers, input }) {
    const accepted = await moveOf(tx, jobId);
    const emrAppointmentId = await emrIdOf(tx, linkedAccountId, identifiers);
    const { visitType, locationEmrId, reason, note } = changeOf(emrAppointmentId, accepted, input);
    const read = await visitAsRead(tx, linkedAccountId, emrAppointmentId);
    const { startsAt, duration, providerEhrId, secondaryProviderEhrId } = accepted;
    const kept = {
      ...(read ?? UNREAD),
      emrAppointmentId,
      startsAt: startsAt.toISOString(),
      duration,
      providerEhrId,
      secondaryProviderEhrId,
      ...(locationEmrId !== undefined && { locationEmrId }),
      ...(visitType && { appointmentType: visitType.name }),
      ...(reason !== undefined && { reason }),
      ...(note !== undefined && { note }),
    };
    return { previous: null, kept, reading: null, left: null };
  },

  held: {
    reserves: true,
    async read(emrAppointmentId, { emr, signal }) {
      const kept = await emr.readAppointment(emrAppointmentId, signal);
      if (kept?.category !== "appointment") return null;
      // The sequence number of this reading is unknown, so it only adds missing records and overwrites none.
      return {
        previous: null,
        kept,
        reading: { asOf: 0, since: present(), records: await readTimes(emr, kept, signal) },
        left: null,
      };
    },
    async asWanted({ change }, { emr, signal }) {
      const kept = await emr.readAppointment(change.emrAppointmentId, signal);
      if (!kept || !isAsWanted(kept, change)) return null;
      return { emrId: change.emrAppointmentId, result: { previous: null, kept, reading: null, left: null } };
    },
  },
};

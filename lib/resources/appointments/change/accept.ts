import { and, desc, eq, inArray } from "drizzle-orm";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import type { InputOf } from "#lib/definitions/operation";
import { allInOrder } from "#lib/kernel/all-in-order";
import { todayIn } from "#lib/kernel/dates";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId } from "#lib/kernel/id";
import { momentOf } from "#lib/kernel/moments";
import {
  idsOf,
  type KnownVisit,
  linesOf,
  requireVisit,
  requireVisitOfEmr,
} from "#lib/resources/appointments/known-visit";
import { momentAt } from "#lib/resources/appointments/moment-at";
import { refuseTaken } from "#lib/resources/appointments/refuse-taken";
import { visitMove } from "#lib/resources/appointments/table";
import { endOf, type ProvidersTime, takenTimes } from "#lib/resources/appointments/taken-times";
import { requireLocation } from "#lib/resources/locations/known-location";
import { requireActiveProvider } from "#lib/resources/providers/known-provider";
import { requireVisitType } from "#lib/resources/visit-types/known-visit-type";
import type { changeAppointment } from "./definition.ts";

type Input = InputOf<typeof changeAppointment>;

/** Returns the times to which jobs of the visit that have not ended move it, in the order in which they will. */
async function pendingTimes(tx: Transaction, linkedAccountId: string, visitId: string): Promise<ProvidersTime[]> {
  const { providerEhrId, secondaryProviderEhrId, startsAt, duration } = visitMove;
  const found = await tx
    .select({ providerEhrId, secondaryProviderEhrId, startsAt, duration })
    .from(visitMove)
    .innerJoin(job, and(eq(job.id, visitMove.jobId), inArray(job.status, ["queued", "running"])))
    .where(and(eq(visitMove.linkedAccountId, linkedAccountId), eq(visitMove.appointmentId, visitId)))
    .orderBy(desc(visitMove.jobId));
  return found.reverse().map((move) => ({
    providerEhrIds: [move.providerEhrId, move.secondaryProviderEhrId].filter((id) => id !== null),
    startsAt: move.startsAt,
    duration: move.duration,
  }));
}

/** Returns the time of a visit after a change of it. Throws `invalid` for a time before today. */
function timeAfter(before: ProvidersTime, input: Input, timeZone: string): ProvidersTime {
  const [provider = "", ...second] = before.providerEhrIds;
  const startsAt = input.datetime === undefined ? before.startsAt : new Date(momentOf(input.datetime, timeZone) ?? "");
  if (input.datetime !== undefined && todayIn(timeZone, startsAt) < todayIn(timeZone))
    throw invalid(problem("datetime", "must be today or later"));
  if (input.provider_ehr_id !== undefined && second.includes(input.provider_ehr_id))
    throw invalid(problem("provider_ehr_id", "must be another provider than the second one"));
  return {
    providerEhrIds: [input.provider_ehr_id ?? provider, ...second],
    startsAt,
    duration: input.duration ?? before.duration,
  };
}

/** Returns whether a time takes no more of its providers than another one did. */
const isWithin = (time: ProvidersTime, other: ProvidersTime): boolean =>
  time.providerEhrIds.every((id) => other.providerEhrIds.includes(id)) &&
  time.startsAt >= other.startsAt &&
  endOf(time) <= endOf(other);

/** Returns the changed times and places, for the audit log: texts, which may be about the patient's health, stay out of it. */
function changesOf(visit: KnownVisit, before: ProvidersTime, after: ProvidersTime, input: Input, timeZone: string) {
  const pairs: [field: string, from: string, to: string][] = [
    ["datetime", momentAt(before.startsAt, timeZone), momentAt(after.startsAt, timeZone)],
    ["duration", String(before.duration), String(after.duration)],
    ["provider_ehr_id", before.providerEhrIds[0] ?? "", after.providerEhrIds[0] ?? ""],
    ["location_id", visit.locationId, input.location_id ?? visit.locationId],
  ];
  return pairs.filter(([, from, to]) => from !== to).map(([field, from, to]) => ({ field, from, to }));
}

/**
 * Throws `not_found` for an unknown visit or provider, `invalid` for another value that the account does not have, for a time before today and
 * for an inactive provider, and `conflict` for a time that is taken by others than the visit itself (additions §2). What is free is judged
 * under the lock of the account's schedule, from where the visit will be after the moves that were accepted before.
 */
export const acceptAppointmentChange: Accept<typeof changeAppointment> = async ({
  tx,
  tenant,
  params,
  input,
  account,
}) => {
  const { linkedAccountId } = tenant;
  const { provider_ehr_id: provider, location_id: location, appointment_type: type } = input;
  const [{ jobId, timezone }, visit, , , visitType] = await allInOrder([
    account,
    params.emr_appointment_id === undefined
      ? requireVisit(tx, linkedAccountId, params.id ?? "")
      : requireVisitOfEmr(tx, linkedAccountId, params.emr_appointment_id),
    provider ? requireActiveProvider(tx, linkedAccountId, "provider_ehr_id", provider) : Promise.resolve(),
    location ? requireLocation(tx, linkedAccountId, "location_id", location) : Promise.resolve(),
    type ? requireVisitType(tx, linkedAccountId, "appointment_type", type) : Promise.resolve(null),
  ]);
  const pending = await pendingTimes(tx, linkedAccountId, visit.id);
  const before = pending.at(-1) ?? visit;
  const after = timeAfter(before, input, timezone);
  if (!isWithin(after, before)) refuseTaken(await takenTimes(tx, linkedAccountId, after, visit.id), timezone);
  const [providerEhrId = "", secondaryProviderEhrId = null] = after.providerEhrIds;
  const record = insertInto(visitMove, {
    id: newId(),
    ...tenant,
    jobId,
    appointmentId: visit.id,
    providerEhrId,
    secondaryProviderEhrId,
    startsAt: after.startsAt,
    duration: after.duration,
    visitTypeId: visitType?.id ?? null,
    visitTypeName: visitType?.name ?? null,
    fromProviderEhrId: before.providerEhrIds[0] ?? "",
    fromStartsAt: before.startsAt,
    fromDuration: before.duration,
  });
  return {
    identifiers: idsOf(visit),
    patientMrn: visit.patientMrn,
    record,
    lines: linesOf(visit, [visit, ...pending, after], timezone),
    changed: changesOf(visit, before, after, input, timezone),
  };
};

import { and, eq } from "drizzle-orm";
import { patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import type { InputOf } from "#lib/definitions/operation";
import { allInOrder } from "#lib/kernel/all-in-order";
import { invalid, notFoundBy } from "#lib/kernel/api-error";
import { todayIn } from "#lib/kernel/dates";
import { problem } from "#lib/kernel/field-error";
import { newId, parseId } from "#lib/kernel/id";
import { momentOf } from "#lib/kernel/moments";
import { dayKeysOf } from "#lib/resources/appointments/moment-at";
import { refuseTaken } from "#lib/resources/appointments/refuse-taken";
import { appointment, booking } from "#lib/resources/appointments/table";
import { endOf, type ProvidersTime, type TakenTime, takenTimes } from "#lib/resources/appointments/taken-times";
import { requireLocation } from "#lib/resources/locations/known-location";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { requireActiveProvider } from "#lib/resources/providers/known-provider";
import { requireVisitType } from "#lib/resources/visit-types/known-visit-type";
import type { bookAppointment } from "./definition.ts";

type Input = InputOf<typeof bookAppointment>;

/** Returns the MRN of the patient that a request names. Throws as `requirePatient` does. */
async function mrnOf(tx: Transaction, linkedAccountId: string, { patient_mrn, patient_id }: Input): Promise<string> {
  let mrn = patient_mrn;
  if (patient_id !== undefined) {
    const id = parseId(patient_id);
    const [found] = id
      ? await tx
          .select({ mrn: patient.mrn })
          .from(patient)
          .where(and(eq(patient.linkedAccountId, linkedAccountId), eq(patient.id, id)))
      : [];
    if (!found) throw notFoundBy("patient_id", "Patient with this patient_id");
    mrn = found.mrn;
  }
  await requirePatient(tx, linkedAccountId, mrn ?? "");
  return mrn ?? "";
}

interface Slot extends TakenTime {
  providerEhrId: string;
}

/** Returns the open slot that a request names; null if it is not open any more. */
async function openSlot(tx: Transaction, linkedAccountId: string, slotId: string): Promise<Slot | null> {
  const id = parseId(slotId);
  if (!id) return null;
  const { providerEhrId, startsAt, duration } = appointment;
  const [found] = await tx
    .select({ providerEhrId, startsAt, duration })
    .from(appointment)
    .where(
      and(
        eq(appointment.linkedAccountId, linkedAccountId),
        eq(appointment.id, id),
        eq(appointment.category, "schedule_slot"),
      ),
    );
  return found ?? null;
}

/** Throws 404 for a slot that is not open, and 400 for one of another provider or time. */
function requireSlotOf(slot: Slot | null, provider: string, startsAt: Date): void {
  if (!slot) throw notFoundBy("slot_id", "Open slot with this slot_id");
  if (slot.providerEhrId !== provider) throw invalid(problem("slot_id", "is a slot of another provider"));
  if (startsAt < slot.startsAt || startsAt >= endOf(slot))
    throw invalid(problem("slot_id", "is a slot of another time"));
}

/**
 * Throws 404 for an unknown patient, provider or slot, 400 for another value that the account does not have, for a time
 * before today and for an inactive provider, whose schedule is not known, and 409 for a time that is taken (additions §2).
 * What is free is judged under the lock of the account's schedule, which the acceptance holds.
 */
export const acceptBooking: Accept<typeof bookAppointment> = async ({ tx, tenant, input, account }) => {
  const { linkedAccountId } = tenant;
  const { provider_ehr_id: provider, secondary_provider_ehr_id: second, slot_id: slotId, location_id } = input;
  const [{ jobId, timezone }, patientMrn, , , , visitType, slot] = await allInOrder([
    account,
    mrnOf(tx, linkedAccountId, input),
    requireActiveProvider(tx, linkedAccountId, "provider_ehr_id", provider),
    second ? requireActiveProvider(tx, linkedAccountId, "secondary_provider_ehr_id", second) : Promise.resolve(),
    requireLocation(tx, linkedAccountId, "location_id", location_id),
    requireVisitType(tx, linkedAccountId, "appointment_type", input.appointment_type),
    slotId ? openSlot(tx, linkedAccountId, slotId) : Promise.resolve(null),
  ]);
  if (second === provider) throw invalid(problem("secondary_provider_ehr_id", "must be another provider"));
  const startsAt = new Date(momentOf(input.datetime, timezone) ?? "");
  if (todayIn(timezone, startsAt) < todayIn(timezone)) throw invalid(problem("datetime", "must be today or later"));
  const duration = input.duration ?? (visitType.duration > 0 ? visitType.duration : slot?.duration);
  if (duration === undefined) {
    throw invalid(
      problem("duration", "is required, as the visit type states none", "Missing required field: duration"),
    );
  }
  const time: ProvidersTime = { providerEhrIds: second ? [provider, second] : [provider], startsAt, duration };
  if (input.overlap !== "allow") refuseTaken(await takenTimes(tx, linkedAccountId, time), timezone);
  if (slotId) requireSlotOf(slot, provider, startsAt);
  const id = newId();
  const record = insertInto(booking, {
    id,
    ...tenant,
    jobId,
    patientMrn,
    providerEhrId: provider,
    secondaryProviderEhrId: second ?? null,
    locationId: location_id,
    visitTypeId: visitType.id,
    visitTypeName: visitType.name,
    startsAt,
    duration,
  });
  const lines = { recordKey: null, dayKeys: dayKeysOf(time, timezone) };
  return { identifiers: { appointment_id: id }, patientMrn, record, lines };
};

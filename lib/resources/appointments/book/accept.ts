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
import { booking } from "#lib/resources/appointments/table";
import { type ProvidersTime, takenTimes } from "#lib/resources/appointments/taken-times";
import { requireLocation } from "#lib/resources/locations/known-location";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { requireActiveProvider } from "#lib/resources/providers/known-provider";
import { requireVisitType } from "#lib/resources/visit-types/known-visit-type";
import type { bookAppointment } from "./definition.ts";
import { requireOffered } from "./offered.ts";
import { minutesLeft, openSlot, requireWithin, slotIsGone } from "./open-slot.ts";

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

/** Returns a value that a request must have, as its schema says. */
function given<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Error(`A booking without slot_id has no ${field}`);
  return value;
}

/**
 * Throws 404 for an unknown patient or provider, 400 for another value that the account does not have, for what contradicts the slot,
 * for a time before today and for an inactive provider, whose schedule is not known, and 409 for a time that is taken and for a
 * slot that is not open any more (additions §2). What is free is judged under the lock of the account's schedule, which the
 * acceptance holds. Of a view `booking` also as `requireOffered` does; of a time that is taken it learns only that.
 */
export const acceptBooking: Accept<typeof bookAppointment> = async ({ tx, tenant, input, account, offer }) => {
  const { linkedAccountId } = tenant;
  const offered =
    offer && (await requireOffered(tx, { linkedAccountId, input, offer, timezone: (await account).timezone }));
  const { secondary_provider_ehr_id: second, slot_id: slotId } = input;
  const slot = slotId === undefined ? null : await openSlot(tx, linkedAccountId, slotId);
  const isGone = slotId !== undefined && slot === null;
  if (isGone && (input.provider_ehr_id === undefined || input.datetime === undefined)) throw slotIsGone();
  const provider = given(input.provider_ehr_id ?? slot?.providerEhrId, "provider_ehr_id");
  const location = input.location_id ?? slot?.locationId ?? null;
  const [{ jobId, timezone }, patientMrn, , , , visitType] = await allInOrder([
    account,
    mrnOf(tx, linkedAccountId, input),
    requireActiveProvider(tx, linkedAccountId, "provider_ehr_id", provider),
    second ? requireActiveProvider(tx, linkedAccountId, "secondary_provider_ehr_id", second) : Promise.resolve(),
    location === null ? Promise.resolve() : requireLocation(tx, linkedAccountId, "location_id", location),
    requireVisitType(tx, linkedAccountId, "appointment_type", input.appointment_type),
  ]);
  if (second === provider) throw invalid(problem("secondary_provider_ehr_id", "must be another provider"));
  const startsAt =
    input.datetime === undefined
      ? given(slot?.startsAt, "datetime")
      : new Date(momentOf(input.datetime, timezone) ?? "");
  if (todayIn(timezone, startsAt) < todayIn(timezone)) throw invalid(problem("datetime", "must be today or later"));
  if (slot) requireWithin(slot, { ...input, startsAt, visitType: visitType.name });
  const duration =
    offered ??
    input.duration ??
    (slot ? minutesLeft(slot, startsAt) : visitType.duration > 0 ? visitType.duration : undefined);
  if (duration === undefined) {
    throw invalid(
      problem("duration", "is required, as the visit type states none", "Missing required field: duration"),
    );
  }
  const time: ProvidersTime = { providerEhrIds: second ? [provider, second] : [provider], startsAt, duration };
  if (input.overlap !== "allow") {
    refuseTaken(await takenTimes(tx, linkedAccountId, time), timezone, { showsTimes: offer === null });
  }
  if (isGone) throw slotIsGone();
  const id = newId();
  const record = insertInto(booking, {
    id,
    ...tenant,
    jobId,
    patientMrn,
    providerEhrId: provider,
    secondaryProviderEhrId: second ?? null,
    locationId: given(location ?? undefined, "location_id"),
    visitTypeId: visitType.id,
    visitTypeName: visitType.name,
    startsAt,
    duration,
  });
  const lines = { recordKey: null, dayKeys: dayKeysOf(time, timezone) };
  return { identifiers: { appointment_id: id }, patientMrn, record, lines };
};

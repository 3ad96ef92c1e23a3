import type { Transaction } from "#lib/db/tenant";
import { insertInto } from "#lib/db/write";
import type { Accept } from "#lib/definitions/acceptance";
import type { InputOf } from "#lib/definitions/operation";
import { creationKeyOf } from "#lib/job-record/record-order";
import { allInOrder } from "#lib/kernel/all-in-order";
import { todayIn } from "#lib/kernel/dates";
import { conflicting, invalid, notFoundBy } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { newId, parseId } from "#lib/kernel/id";
import { momentOf } from "#lib/kernel/moments";
import { dayKeysOf } from "#lib/resources/appointments/moment-at";
import { refuseTaken } from "#lib/resources/appointments/refuse-taken";
import { booking } from "#lib/resources/appointments/table";
import { type ProvidersTime, takenTimes } from "#lib/resources/appointments/taken-times";
import { requireLocation } from "#lib/resources/locations/known-location";
import { creationOf, mrnOfPatient } from "#lib/resources/patients/creation";
import { requirePatient } from "#lib/resources/patients/known-patient";
import { requireActiveProvider } from "#lib/resources/providers/known-provider";
import { requireVisitType } from "#lib/resources/visit-types/known-visit-type";
import type { bookAppointment } from "./definition.ts";
import { requireOffered } from "./offered.ts";
import { minutesLeft, openSlot, requireWithin, slotIsGone } from "./open-slot.ts";

type Input = InputOf<typeof bookAppointment>;

/** The patient of a booking: by MRN, or one whose creation the job waits for, by the id here. */
type BookedPatient = { mrn: string } | { newId: string };

/** Returns the patient whose creation has not ended. Throws `not_found` for an unknown id, and `conflict` for a creation that came to nothing. */
async function newPatient(tx: Transaction, linkedAccountId: string, id: string | null): Promise<BookedPatient> {
  const creation = id && (await creationOf(tx, linkedAccountId, id));
  if (!creation || creation.status === "completed") throw notFoundBy("patient_id", "Patient with this patient_id");
  const isPending = creation.status === "queued" || creation.status === "running";
  if (isPending && creation.toReconcile === null) return { newId: id };
  const message = isPending
    ? "is of a patient of whom a person has to say first whether the EMR has created them"
    : "is of a patient whose creation failed";
  throw conflicting(problem("patient_id", message, `patient_id ${message}; nothing was saved`));
}

/** Returns the patient that a request names. Throws as `requirePatient` and `newPatient` do. */
async function patientOf(tx: Transaction, linkedAccountId: string, input: Input): Promise<BookedPatient> {
  const id = input.patient_id === undefined ? null : parseId(input.patient_id);
  const mrn = input.patient_mrn ?? (id && (await mrnOfPatient(tx, linkedAccountId, id)));
  if (!mrn) return newPatient(tx, linkedAccountId, id);
  await requirePatient(tx, linkedAccountId, mrn);
  return { mrn };
}

/** Returns a value that a request must have, as its schema says. */
function given<Value>(value: Value | undefined, field: string): Value {
  if (value === undefined) throw new Error(`A booking without slot_id has no ${field}`);
  return value;
}

/**
 * Throws `not_found` for an unknown patient or provider, `invalid` for another value that the account does not have, for what contradicts the slot,
 * for a time before today and for an inactive provider, whose schedule is not known, and `conflict` for a patient whose creation failed, for
 * a time that is taken and for a slot that is not open any more (additions §2). What is free is judged under the lock of the account's schedule, which the
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
  const [{ jobId, timezone }, patient, , , , visitType] = await allInOrder([
    account,
    patientOf(tx, linkedAccountId, input),
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
  const patientMrn = "mrn" in patient ? patient.mrn : null;
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
  const behindCreation = "newId" in patient ? [creationKeyOf(patient.newId)] : [];
  const lines = { recordKey: null, dayKeys: [...dayKeysOf(time, timezone), ...behindCreation] };
  return { identifiers: { appointment_id: id }, patientMrn, record, lines };
};

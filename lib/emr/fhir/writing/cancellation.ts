import type { Appointment } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { hasKey } from "#lib/emr/fhir/job-key";
import { appointmentIdOf } from "#lib/emr/fhir/reading/record-ids";
import { isRecord } from "#lib/emr/fhir/untrusted";
import { statusElements } from "#lib/emr/fhir/visit-statuses";
import type { EmrCancellation, WriteOptions } from "#lib/emr/port/port";
import { makeChange } from "./change.ts";
import type { Change } from "./field-change.ts";
import { heldSlots, openAgain, slotsOf } from "./slots.ts";
import { patientsIn } from "./visit-patients.ts";

const OF_SEVERAL = "The appointment has several patients, and FHIR cancels it for all of them: cancel it in the EMR";

/** Ends a change before it is sent: nothing is written to a visit that was cancelled before. */
class Already extends Error {}

/** Returns the elements of an appointment that is cancelled, with the practice's own code of it, if it has one. */
function cancelledElements(
  { connection: { visit_statuses: mapped } }: FhirContext,
  appointment: Appointment,
): Pick<Appointment, "status" | "extension"> {
  const code = mapped?.find(({ fhir_status }) => fhir_status === "cancelled")?.code;
  return code === undefined ? { status: "cancelled" } : statusElements(code, appointment, mapped);
}

/** Returns whether an appointment has the reason of a cancellation. */
const hasReason = (appointment: unknown, reason: string): boolean => {
  const { cancelationReason } = isRecord(appointment) ? appointment : {};
  return isRecord(cancelationReason) && cancelationReason.text === reason;
};

/**
 * Cancels a visit under a job's key, once, and opens its time again. `already` is true if another has cancelled it before: then
 * nothing was written. Throws an EmrError.
 */
export async function cancelVisit(
  context: FhirContext,
  { emrAppointmentId, reason }: EmrCancellation,
  options: WriteOptions,
): Promise<{ already: boolean }> {
  const id = appointmentIdOf(emrAppointmentId);
  const { idempotencyKey: key, signal } = options;
  let slots: string[] = [];
  const change: Change<Appointment> = {
    type: "Appointment",
    id,
    noun: "appointment",
    check(appointment) {
      if (appointment.status === "cancelled" && !hasKey(appointment, key)) throw new Already();
      slots = slotsOf(appointment, context);
      return patientsIn(appointment.participant) > 1 ? OF_SEVERAL : null;
    },
    fields: [
      {
        name: "status",
        wanted: "cancelled",
        of: ({ status }) => status ?? null,
        set: (appointment) => ({
          ...cancelledElements(context, appointment),
          cancelationReason: { text: reason },
        }),
        shown: (value) => String(value ?? "empty"),
      },
    ],
  };
  try {
    await makeChange(context, change, options);
  } catch (error) {
    if (error instanceof Already) return { already: true };
    throw error;
  }
  // It is cancelled: what cannot be told of it now is no failure.
  const held = await context.server.read("Appointment", id, signal).catch(() => null);
  if (held !== null && !hasReason(held, reason)) options.warn?.("The EMR did not keep the reason of the cancellation");
  if (slots.length > 0) await openAgain(context, await heldSlots(context, { id, ids: slots }, signal), options);
  return { already: false };
}

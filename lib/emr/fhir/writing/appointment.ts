import type { Appointment } from "fhir/r4";
import { appointmentIdOf } from "#lib/emr/fhir/reading/record-ids";
import { fhirStatusOf, statusCodeOf, statusElements, type VisitStatuses } from "#lib/emr/fhir/visit-statuses";
import type { Change } from "./field-change.ts";
import { patientsIn } from "./visit-patients.ts";

/** Statuses that may have a reason of their cancellation. */
const CANCELLED: readonly Appointment["status"][] = ["cancelled", "noshow"];

const OF_SEVERAL =
  "The appointment has several patients, and FHIR has one status for all of them: change it in the EMR";

/** Returns the change of an appointment's status. Throws a validation fault for a code without a FHIR status. */
export function statusChange(
  { emrAppointmentId: id, status: code }: { emrAppointmentId: string; status: string },
  mapped: VisitStatuses | undefined,
): Change<Appointment> {
  const status = fhirStatusOf(code, mapped);
  return {
    type: "Appointment",
    id: appointmentIdOf(id),
    check: ({ participant }) => (patientsIn(participant) > 1 ? OF_SEVERAL : null),
    noun: "appointment",
    fields: [
      {
        name: "status",
        wanted: code,
        of: (appointment) => statusCodeOf(appointment, mapped),
        set: (appointment) => ({
          ...statusElements(code, appointment, mapped),
          ...(CANCELLED.includes(status) ? {} : { cancelationReason: undefined }),
        }),
        shown: (value) => String(value ?? "empty"),
      },
    ],
  };
}

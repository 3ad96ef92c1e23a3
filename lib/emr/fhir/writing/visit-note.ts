import type { DocumentReference } from "fhir/r4";
import { appointmentIdOf } from "#lib/emr/fhir/reading/record-ids";
import type { EmrVisitNote } from "#lib/emr/port/port";
import { chartNote } from "./chart-note.ts";
import { referenceTo } from "./references.ts";

/**
 * Returns the note of a visit as a chart note that names the Appointment. It names no Encounter: none is read, and one that
 * is made for the note would say that the visit took place.
 */
export function visitNote({ emrAppointmentId, ...note }: EmrVisitNote, now: Date): DocumentReference {
  const document = chartNote({ ...note, locationEmrId: null, categoryIds: [] }, now);
  const related = [referenceTo("Appointment", appointmentIdOf(emrAppointmentId))];
  return { ...document, context: { ...document.context, related } };
}

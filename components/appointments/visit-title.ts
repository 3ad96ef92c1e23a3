import type { AppointmentModel } from "#lib/resources/appointments/model";
import { words } from "./desk/words.ts";

/** Returns whom or what a visit is for: the patient's name or MRN; without a patient its reason or type. */
export const visitTitle = (
  visit: Pick<AppointmentModel, "patient_name" | "patient_mrn" | "reason" | "appointment_type">,
): string => visit.patient_name || visit.patient_mrn || visit.reason || visit.appointment_type || words.noPatient;

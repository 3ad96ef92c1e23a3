import { z } from "zod";
import type { EmrAppointment, EmrInsurance, EmrPatient } from "#lib/emr/port/port";
import { moment, objects, optional, optionalDay, required, text } from "./fields.ts";

/** The patient of an appointment (interface 2.10); null in a record without one. */
export const appointmentPatient = z
  .object({
    patient_mrn: text,
    patient_ehr_id: text,
    patient_first_name: text,
    patient_last_name: text,
    patient_name: text,
    patient_dob: optionalDay,
    patient_gender: text,
    patient_phone: text,
  })
  .transform((found): EmrPatient | null => {
    const mrn = found.patient_mrn || found.patient_ehr_id;
    if (mrn === "") return null;
    return {
      mrn,
      ehrId: found.patient_ehr_id || mrn,
      firstName: found.patient_first_name,
      lastName: found.patient_last_name || found.patient_name,
      dob: found.patient_dob,
      gender: found.patient_gender,
      phone: found.patient_phone,
      email: "",
      address: { street: "", city: "", state: "", zip: "" },
      mergedInto: null,
    };
  });

const insurance = z
  .object({ company: text, subscriber: text, number: text, group_number: text })
  .transform(({ group_number, ...found }): EmrInsurance => ({ ...found, groupNumber: group_number }));

/** Returns the insurances as objects if they have the fields of decisions §5, else those of interface 2.10. */
function insurancesOf(
  list: Record<string, unknown>[],
  flat: {
    insurance: string;
    insurance_subscriber: string;
    insurance_number: string;
    insurance_group_number: string;
  } & {
    secondary_insurance: string;
    secondary_insurance_number: string;
  },
): EmrInsurance[] {
  const read = list.flatMap((each) => insurance.safeParse(each).data ?? []).filter(({ company }) => company !== "");
  if (read.length > 0) return read;
  return [
    {
      company: flat.insurance,
      subscriber: flat.insurance_subscriber,
      number: flat.insurance_number,
      groupNumber: flat.insurance_group_number,
    },
    { company: flat.secondary_insurance, subscriber: "", number: flat.secondary_insurance_number, groupNumber: "" },
  ].filter(({ company }) => company !== "");
}

const coded = z.object({ code: text, description: text });
const dosed = z.object({ name: text, dose: text });

/** GET /appointments (interface 2.10). A record does not name its category: each request asks for one. */
export const appointment = (
  timeZone: string,
  category: EmrAppointment["category"],
  locationIds: ReadonlyMap<string, string>,
): z.ZodType<EmrAppointment> =>
  z
    .object({
      id: text,
      ehr_appointment_id: text,
      emr_appointment_id: text,
      datetime: moment(timeZone),
      duration: z.coerce.number().int().nonnegative().catch(0),
      status: optional,
      reason: optional,
      note: optional,
      progress_note: optional,
      location: text,
      schedule_block_label: optional,
      schedule_block_color: optional,
      appointment_type: optional,
      appointment_mode: optional,
      complaint_type: optional,
      provider_ehr_id: required,
      secondary_provider_ehr_id: optional,
      patient_ehr_id: text,
      patient_mrn: text,
      insurance: text,
      insurance_subscriber: text,
      insurance_number: text,
      insurance_group_number: text,
      secondary_insurance: text,
      secondary_insurance_number: text,
      insurances: objects,
      diagnoses: objects,
      medications: objects,
      created_at: text,
    })
    .transform((found, context): EmrAppointment => {
      const emrAppointmentId = found.emr_appointment_id || found.ehr_appointment_id || found.id;
      if (emrAppointmentId === "") {
        context.addIssue({ code: "custom", path: ["emr_appointment_id"], message: "is missing" });
        return z.NEVER;
      }
      const created = moment(timeZone).safeParse(found.created_at);
      return {
        emrAppointmentId,
        category,
        startsAt: found.datetime,
        duration: found.duration,
        status: found.status,
        reason: found.reason,
        note: found.note,
        progressNote: found.progress_note,
        locationEmrId: locationIds.get(found.location) ?? found.location,
        blockLabel: found.schedule_block_label,
        blockColor: found.schedule_block_color,
        appointmentType: found.appointment_type,
        appointmentMode: found.appointment_mode,
        complaintType: found.complaint_type,
        providerEhrId: found.provider_ehr_id,
        secondaryProviderEhrId: found.secondary_provider_ehr_id,
        patientEhrId: found.patient_ehr_id || found.patient_mrn || null,
        insurances: insurancesOf(found.insurances, found),
        diagnoses: found.diagnoses.flatMap((each) => coded.safeParse(each).data ?? []),
        medications: found.medications.flatMap((each) => dosed.safeParse(each).data ?? []),
        createdAt: created.data ?? found.datetime,
      };
    });

import { z } from "zod";
import type { EmrAppointment, EmrClaim, EmrPatient, EmrProvider, EmrReferral } from "#lib/emr/port/port";
import { appointment, appointmentPatient } from "#lib/emr/records-api/appointment";
import { momentOr, objects, optional, optionalDay, required, text, wordOf } from "#lib/emr/records-api/fields";
import { claim as interfaceClaim, referringProvider as interfaceReferringProvider } from "#lib/emr/records-api/records";

const id = z
  .union([z.string(), z.number().transform(String)])
  .nullish()
  .transform((value) => value || null);

const objectOf = <Shape extends z.ZodRawShape>(shape: Shape) => z.preprocess((value) => value ?? {}, z.object(shape));

/** GET /locations: `ehr_id` is what requests take, and the address is an object. */
export const location = z
  .object({
    ehr_id: id,
    emr_id: id,
    name: text,
    phone: text,
    address: objectOf({ address1: text, address2: text, city: text, state: text, zip: text }).catch({
      address1: "",
      address2: "",
      city: "",
      state: "",
      zip: "",
    }),
  })
  .transform(({ ehr_id, emr_id, name, phone, address }, context) => {
    const emrId = ehr_id ?? emr_id;
    if (emrId === null) {
      context.addIssue({ code: "custom", path: ["ehr_id"], message: "is missing" });
      return z.NEVER;
    }
    return {
      emrId,
      name: name || emrId,
      addressStreet: [address.address1, address.address2].filter((line) => line !== "").join(", "),
      addressCity: address.city,
      addressState: address.state,
      addressZip: address.zip,
      phone,
    };
  });

/** Returns the parts of a name such as "Doe, John"; one without a comma is a last name. */
export function nameParts(name: string): { firstName: string; lastName: string } {
  const [last = "", ...first] = name.split(",");
  return { firstName: first.join(",").trim(), lastName: last.trim() };
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** "T08:00:00", also without the T or the seconds; null for anything else. */
function clockTime(value: string): string | null {
  const [, hours, minutes, seconds = "00"] = /^T?(\d{2}):(\d{2})(?::(\d{2}))?/.exec(value) ?? [];
  return hours === undefined ? null : `T${hours}:${minutes}:${seconds}`;
}

const place = { facility_id: text, facility_name: text, set_start_date: optional, set_end_date: optional };

const shift = z.object({ start: text, end: text, ...place });

const dayOfHours = z.object({ day: text, shifts: objects, ...place });

/** Returns the working hours of days with their shifts; a shift that is not understood is left out. */
function hoursOf(days: Record<string, unknown>[]): NonNullable<EmrProvider["hours"]> {
  return days.flatMap((each) => {
    const found = dayOfHours.safeParse(each).data;
    const day = DAYS.find((name) => name.toLowerCase() === found?.day.toLowerCase());
    if (!found || !day) return [];
    return found.shifts.flatMap((given) => {
      const read = shift.safeParse(given).data;
      const [startTime, endTime] = [clockTime(read?.start ?? ""), clockTime(read?.end ?? "")];
      if (!read || startTime === null || endTime === null || endTime <= startTime) return [];
      // A day may name the facility and dates of its shifts.
      const facilityId = read.facility_id || found.facility_id;
      const facilityName = read.facility_name || found.facility_name;
      const [startDate, endDate] = [
        read.set_start_date ?? found.set_start_date,
        read.set_end_date ?? found.set_end_date,
      ];
      return [{ day, startTime, endTime, facilityId, facilityName, startDate, endDate }];
    });
  });
}

/** GET /providers: one name, and hours that are nested by day. */
export const provider: z.ZodType<EmrProvider> = z
  .object({
    ehr_id: required,
    name: text,
    first_name: text,
    last_name: text,
    npi: text,
    specialty: text,
    status: wordOf(["active", "inactive"]),
    hide_in_availability: z.union([z.boolean(), z.string()]).nullish().catch(null),
    hours: objects,
  })
  .transform(({ ehr_id, name, first_name, last_name, npi, specialty, status, hide_in_availability, hours }) => {
    const parts = nameParts(name);
    return {
      ehrId: ehr_id,
      firstName: first_name || parts.firstName,
      lastName: last_name || parts.lastName,
      npi,
      specialty,
      status,
      hideInAvailability: String(hide_in_availability).toLowerCase() === "true",
      hours: hoursOf(hours),
    };
  });

/**
 * GET /patients: `sex` for the gender. A patient is known by the MRN, as a patient's record need not show another id that
 * visits name.
 */
export const patient: z.ZodType<EmrPatient> = z
  .object({
    mrn: required,
    first_name: text,
    last_name: text,
    dob: optionalDay,
    sex: text,
    gender: text,
    phone: text,
    email: text,
  })
  .transform(({ mrn, first_name, last_name, dob, sex, gender, phone, email }) => ({
    mrn,
    ehrId: mrn,
    mergedInto: null,
    firstName: first_name,
    lastName: last_name,
    dob,
    gender: sex || gender,
    phone,
    email,
    address: { street: "", city: "", state: "", zip: "" },
  }));

const someone = z.object({ patient_mrn: text, patient_ehr_id: text, schedule_block_label: text });

/** Gives a visit the names of the interface, and names its patient by the MRN. */
function visitRow(row: unknown): unknown {
  const named = someone.safeParse(row).data;
  if (!named) return row;
  const { patient_sex, patient_gender, ...fields } = row as Record<string, unknown>;
  const mrn = named.patient_mrn || named.patient_ehr_id;
  return { ...fields, patient_mrn: mrn, patient_ehr_id: mrn, patient_gender: patient_gender || patient_sex };
}

/** The patient of a visit; null in a blocked time. */
export const visitPatient = z.preprocess(visitRow, appointmentPatient);

/** GET /appointments. What names no patient is blocked time: records carry no category. */
export const visit = (timeZone: string, locationIds: ReadonlyMap<string, string>): z.ZodType<EmrAppointment> =>
  z.preprocess(visitRow, appointment(timeZone, "appointment", locationIds)).transform((found) => ({
    ...found,
    category: found.patientEhrId === null ? ("schedule_block" as const) : found.category,
  }));

/** GET /claims. A claim names its patient by the EMR's id, which is no MRN: without an MRN it has no patient here. */
export const claim: z.ZodType<EmrClaim> = z.preprocess((row) => {
  const fields = (row ?? {}) as Record<string, unknown>;
  return { ...fields, service_date: fields.service_date || fields.claim_date };
}, interfaceClaim);

/** GET /referring-providers. Requests name one by the EMR's id. */
export const referringProvider = z.preprocess((row) => {
  const fields = (row ?? {}) as Record<string, unknown>;
  return { ...fields, id: fields.ehr_id || fields.id };
}, interfaceReferringProvider);

/** GET /referrals. The service's own `id` is what its requests take. */
export const referral = (timeZone: string): z.ZodType<EmrReferral> =>
  z
    .object({
      id: required,
      patient_mrn: text,
      direction: wordOf(["outgoing", "incoming"]),
      status: text,
      priority: wordOf(["routine", "urgent", "stat"]),
      reason: text,
      from_provider_ehr_id: optional,
      from_provider_id: optional,
      to_provider_speciality: optional,
      to_provider_specialty: optional,
      referral_date: text,
      created_at: text,
      updated_at: text,
    })
    .transform((found) => {
      const moment = (value: string) => momentOr(timeZone, () => new Date().toISOString()).safeParse(value).data;
      const created = moment(found.created_at || found.referral_date) ?? new Date().toISOString();
      return {
        ehrId: found.id,
        patientMrn: found.patient_mrn,
        direction: found.direction,
        status: found.status,
        priority: found.priority,
        reason: found.reason,
        notes: null,
        priorAuthorizationCode: null,
        specialty: found.to_provider_specialty ?? found.to_provider_speciality,
        locationEmrId: null,
        startDate: null,
        endDate: null,
        visitsAllowed: null,
        assignedToId: null,
        referringProviderEhrId: found.from_provider_ehr_id ?? found.from_provider_id,
        createdAt: created,
        updatedAt: moment(found.updated_at) ?? created,
      };
    });

/** A visit type of GET /settings, as a name or as an object. */
export const visitType = z
  .union([
    z
      .string()
      .min(1)
      .transform((name) => ({ id: name, name })),
    z.object({
      id,
      ehr_id: id,
      code: id,
      name: text,
      description: text,
      duration: z.coerce.number().int().nonnegative().catch(0),
    }),
  ])
  .transform((found, context) => {
    if (!("code" in found)) return { ...found, duration: 0 };
    const name = found.name || found.description;
    const key = found.ehr_id ?? found.code ?? found.id ?? (name || null);
    if (key === null) {
      context.addIssue({ code: "custom", path: ["id"], message: "is missing" });
      return z.NEVER;
    }
    return { id: key, name: name || key, duration: found.duration };
  });

/** An entry of GET /insurance-providers or GET /pharmacies. */
export const named = z.object({ ehr_id: id, id, name: text }).transform(({ ehr_id, id: own, name }, context) => {
  const key = ehr_id ?? own ?? (name || null);
  if (key === null) {
    context.addIssue({ code: "custom", path: ["ehr_id"], message: "is missing" });
    return z.NEVER;
  }
  return { id: key, name: name || key };
});

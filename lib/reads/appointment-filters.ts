import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { isBefore } from "#lib/core/dates";
import { appointment, patient } from "#lib/db/schema";
import { APPOINTMENT_CATEGORIES } from "#lib/models/appointment-category";
import { calendarDate } from "#lib/models/fields";
import { fromDay, throughDay, zoneOf } from "./account-time.ts";
import { commaList } from "./comma-list.ts";
import { pageQueryOf } from "./page.ts";
import { dialled, namePattern } from "./patient-words.ts";

const DEFAULT_LIMIT = 1_000;

const flagProblem = "must be true or false";
const flag = z.enum(["true", "false"], { error: flagProblem }).transform((text) => text === "true");
const text = z.string().max(200, "must have at most 200 characters").optional();

/** The parameters of GET /appointments (interface 4.13, decisions §5). */
export const appointmentQuery = z
  .object({
    start_date: calendarDate.optional().describe("YYYY-MM-DD, inclusive; required unless emr_appointment_id is given"),
    end_date: calendarDate.optional().describe("YYYY-MM-DD, inclusive; required unless emr_appointment_id is given"),
    category: commaList(APPOINTMENT_CATEGORIES)
      .optional()
      .describe("Categories, comma-separated; default `appointment`; before include_schedule_blocks"),
    include_schedule_blocks: flag.optional().describe("Deprecated: `true` is category `appointment,schedule_block`"),
    appointment_type: text.describe("A visit type's name"),
    patient_mrn: text,
    patient_phone: text.describe("In any format"),
    patient_dob: calendarDate.optional().describe("YYYY-MM-DD"),
    patient_name: text.describe("Part of the name, in either order"),
    include_appointment_note: flag.optional().describe("`true` fills in `note`"),
    appointment_mode: text,
    status: text.describe("A visit status's code"),
    provider_ehr_id: text.describe("The rendering provider's id in the EMR"),
    location_id: text.describe("A location's `emr_id`"),
    secondary_provider_ehr_id: text.describe("The second provider's id in the EMR"),
    emr_appointment_id: text.describe("One appointment by its id in the EMR"),
    ...pageQueryOf(DEFAULT_LIMIT),
  })
  .superRefine(({ start_date, end_date, emr_appointment_id }, context) => {
    if (emr_appointment_id === undefined) {
      for (const [name, given] of Object.entries({ start_date, end_date })) {
        if (given !== undefined) continue;
        const message = "must be a string";
        context.addIssue({ code: "invalid_type", expected: "string", path: [name], input: undefined, message });
      }
    }
    if (start_date && end_date && isBefore(end_date, start_date)) {
      context.addIssue({ code: "custom", path: ["end_date"], message: "must be on or after start_date" });
    }
  });

export type AppointmentQuery = z.infer<typeof appointmentQuery>;

const phoneDigits = sql`regexp_replace(regexp_replace(${patient.phone}, '[^0-9]', '', 'g'), '^1(?=[0-9]{10}$)', '')`;
/** In both orders, in lower case, without accents. */
const plainName = sql`regexp_replace(normalize(lower(concat_ws(' ', ${patient.firstName}, ${patient.lastName}, ${patient.firstName})), NFD), '[\u0300-\u036f]', '', 'g')`;

/** What each filter of a patient asks of them. */
export const patientFilters = {
  patient_phone: (given: string) => sql`${phoneDigits} = ${dialled(given) || null}`,
  patient_dob: (given: string) => eq(patient.dob, given),
  patient_name: (given: string) => sql`${plainName} LIKE ${namePattern(given)}`,
} satisfies Partial<Record<keyof AppointmentQuery, (given: string) => SQL>>;

/** What each filter of the appointment itself asks of it. */
export const ownFilters = {
  appointment_type: (given: string) => sql`lower(${appointment.appointmentType}) = lower(${given})`,
  appointment_mode: (given: string) => sql`lower(${appointment.appointmentMode}) = lower(${given})`,
  patient_mrn: (given: string) => eq(appointment.patientMrn, given),
  status: (given: string) => eq(appointment.status, given),
  provider_ehr_id: (given: string) => eq(appointment.providerEhrId, given),
  location_id: (given: string) => eq(appointment.locationId, given),
  secondary_provider_ehr_id: (given: string) => eq(appointment.secondaryProviderEhrId, given),
  emr_appointment_id: (given: string) => eq(appointment.emrAppointmentId, given),
} satisfies Partial<Record<keyof AppointmentQuery, (given: string) => SQL>>;

/** `category` comes before the deprecated parameter; without either, real appointments alone (interface 4.13). */
function categoriesOf({ category, include_schedule_blocks: blocks }: AppointmentQuery) {
  return category ?? (blocks ? (["appointment", "schedule_block"] as const) : (["appointment"] as const));
}

/** The conditions that the parameters stand for: all must hold. */
export function appointmentConditions(linkedAccountId: string, query: AppointmentQuery): SQL | undefined {
  const zone = zoneOf(linkedAccountId);
  const filters = Object.entries({ ...ownFilters, ...patientFilters }).map(([name, condition]) => {
    const given = query[name as keyof typeof ownFilters | keyof typeof patientFilters];
    return given === undefined ? undefined : condition(given);
  });
  return and(
    eq(appointment.linkedAccountId, linkedAccountId),
    inArray(appointment.category, [...categoriesOf(query)]),
    query.start_date ? fromDay(appointment.startsAt, query.start_date, zone) : undefined,
    query.end_date ? throughDay(appointment.startsAt, query.end_date, zone) : undefined,
    ...filters,
  );
}

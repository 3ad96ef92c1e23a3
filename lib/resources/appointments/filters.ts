import { and, eq, inArray, type Placeholder, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { patient } from "#lib/db/schema";
import { fromDay, throughDay, zoneOf } from "#lib/definitions/account-time";
import { commaList } from "#lib/definitions/comma-list";
import { deprecated } from "#lib/definitions/deprecated";
import { totalParameter } from "#lib/definitions/list-totals";
import { oneKindOfPage, pageQueryOf } from "#lib/definitions/page";
import { isOfPatient } from "#lib/definitions/survivors";
import { rangeWords } from "#lib/kernel/day-ranges";
import { calendarDate, inOrder } from "#lib/kernel/fields";
import { dialled, namePattern } from "#lib/resources/patients/search-words";
import { APPOINTMENT_CATEGORIES, type AppointmentCategory } from "./category.ts";
import { isDoubled } from "./doubled.ts";
import { lastsInto } from "./ongoing.ts";
import { appointment } from "./table.ts";

/** Rows of a page without `limit`. */
export const DEFAULT_LIMIT = 1_000;

const flagProblem = "must be true or false";
const flag = z
  .enum(["true", "false"], { error: flagProblem })
  .transform((text) => text === "true")
  .pipe(z.boolean());
const text = z.string().max(200, "must have at most 200 characters").optional();

/** The parameter that fills in `note`. */
export const withNote = flag.optional().describe("`true` fills in `note`");

/** The parameters of GET /appointments (interface 4.13, decisions §5). */
export const appointmentQuery = z
  .object({
    start_date: calendarDate("any")
      .optional()
      .describe("YYYY-MM-DD, inclusive; required unless emr_appointment_id is given"),
    end_date: calendarDate("any")
      .optional()
      .describe("YYYY-MM-DD, inclusive; required unless emr_appointment_id is given"),
    category: commaList(APPOINTMENT_CATEGORIES)
      .optional()
      .describe("Categories, comma-separated; default `appointment`; takes precedence over include_schedule_blocks"),
    include_schedule_blocks: deprecated(
      flag.optional().describe("Deprecated: `true` is category `appointment,schedule_block`"),
      { since: "2026-11-23", sunset: "2028-01-01" },
    ),
    appointment_type: text.describe("A visit type's name"),
    patient_mrn: text,
    patient_phone: text.describe("In any format"),
    patient_dob: calendarDate("birth")
      .optional()
      .describe(`YYYY-MM-DD, ${rangeWords("birth")}`),
    patient_name: z
      .string()
      .max(200, "must have at most 200 characters")
      // Commas stand between the parts of a name, so that alone they would be in every name.
      .refine((name) => /[^\s,]/.test(name), "must have a letter or digit of the name")
      .optional()
      .describe("Part of the name, first or last name first"),
    include_ongoing: flag.optional().describe("`true` also lists what began before and lasts into start_date"),
    double_booked: flag.optional().describe("`true`: booked or moved here, overlapping others"),
    include_appointment_note: withNote,
    appointment_mode: text,
    status: text.describe("A visit status's code"),
    provider_ehr_id: text.describe("The rendering provider's id in the EMR"),
    location_id: text.describe("A location's `emr_id`"),
    secondary_provider_ehr_id: text.describe("The second provider's id in the EMR"),
    emr_appointment_id: text.describe("One appointment by its id in the EMR"),
    ...totalParameter,
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
  })
  .check(inOrder("start_date", "end_date"), oneKindOfPage);

export type AppointmentQuery = z.infer<typeof appointmentQuery>;

const phoneDigits = sql`regexp_replace(regexp_replace(${patient.phone}, '[^0-9]', '', 'g'), '^1(?=[0-9]{10}$)', '')`;
/** The patient's name in both orders, in lower case, without accents. */
const plainName = sql`regexp_replace(normalize(lower(left(concat_ws(' ', ${patient.firstName}, ${patient.lastName}, ${patient.firstName}), 400)), NFD), '[\u0300-\u036f]', '', 'g')`;

/** A value, or its placeholder in a prepared statement. */
type Given = string | Placeholder;

/** The SQL condition of each filter by a value. */
export const valueFilters = {
  appointment_type: (given: Given) => sql`lower(${appointment.appointmentType}) = lower(${given})`,
  appointment_mode: (given: Given) => sql`lower(${appointment.appointmentMode}) = lower(${given})`,
  patient_mrn: (given: Given, linkedAccountId: Given) => isOfPatient(appointment.patientMrn, linkedAccountId, given),
  patient_phone: (given: Given) => sql`${phoneDigits} = nullif(${given}, '')`,
  patient_dob: (given: Given) => eq(patient.dob, given),
  patient_name: (given: Given) => sql`${plainName} LIKE ${given}`,
  status: (given: Given) => eq(appointment.status, given),
  provider_ehr_id: (given: Given) => eq(appointment.providerEhrId, given),
  location_id: (given: Given) => eq(appointment.locationId, given),
  secondary_provider_ehr_id: (given: Given) => eq(appointment.secondaryProviderEhrId, given),
  emr_appointment_id: (given: Given) => eq(appointment.emrAppointmentId, given),
} satisfies Partial<Record<keyof AppointmentQuery, (given: Given, linkedAccountId: Given) => SQL>>;

export type ValueFilter = keyof typeof valueFilters;

/** Returns the value filters of a query, each value normalized for its condition. */
export function givenFilters(query: AppointmentQuery): { name: ValueFilter; value: string }[] {
  return (Object.keys(valueFilters) as ValueFilter[]).flatMap((name) => {
    const given = query[name];
    if (given === undefined) return [];
    if (name === "patient_phone") return { name, value: dialled(given) };
    return { name, value: name === "patient_name" ? namePattern(given) : given };
  });
}

/**
 * Returns the categories to list. `category` takes precedence over the deprecated parameter; without either,
 * appointments only (interface 4.13).
 */
function categoriesOf({ category, include_schedule_blocks: blocks }: AppointmentQuery): AppointmentCategory[] {
  if (category) return APPOINTMENT_CATEGORIES.filter((each) => category.includes(each));
  return blocks ? ["appointment", "schedule_block"] : ["appointment"];
}

/** The parts of a query that determine the SQL text of its conditions. */
export interface AskedFor {
  filters: ValueFilter[];
  categories: AppointmentCategory[];
  from: boolean;
  ongoing: boolean;
  doubled: boolean;
  through: boolean;
}

/** Splits a query into the parts that determine the SQL text and the values of its placeholders. */
export function askedFor(query: AppointmentQuery): { asked: AskedFor; values: Record<string, string | undefined> } {
  const { start_date, end_date, include_ongoing: ongoing = false, double_booked: doubled = false } = query;
  const given = givenFilters(query);
  return {
    asked: {
      filters: given.map(({ name }) => name),
      categories: categoriesOf(query),
      from: start_date !== undefined,
      ongoing,
      doubled,
      through: end_date !== undefined,
    },
    values: { start_date, end_date, ...Object.fromEntries(given.map(({ name, value }) => [name, value])) },
  };
}

/** Returns the WHERE condition of a query, with placeholders in place of values; `free` is that of the statuses that take no time. */
export function appointmentConditions(
  linkedAccountId: Placeholder,
  { filters, categories, from, ongoing, doubled, through }: AskedFor,
): SQL | undefined {
  const zone = zoneOf(linkedAccountId);
  return and(
    eq(appointment.linkedAccountId, linkedAccountId),
    inArray(appointment.category, categories),
    from && !ongoing ? fromDay(appointment.startsAt, sql.placeholder("start_date"), zone) : undefined,
    from && ongoing ? lastsInto(linkedAccountId, sql.placeholder("start_date")) : undefined,
    doubled ? isDoubled(linkedAccountId, sql.placeholder("free")) : undefined,
    through ? throughDay(appointment.startsAt, sql.placeholder("end_date"), zone) : undefined,
    ...filters.map((name) => valueFilters[name](sql.placeholder(name), linkedAccountId)),
  );
}

import { isNotNull, sql } from "drizzle-orm";
import { boolean, date, index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { asOf, setAside, tenant } from "./columns.ts";

export const patient = pgTable(
  "patient",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    asOf: asOf(),
    mrn: text("mrn").notNull(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    /** Null if the EMR knows no whole birth date. */
    dob: date("dob", { mode: "string" }),
    gender: text("gender").notNull(),
    phone: text("phone").notNull(),
    email: text("email").notNull(),
    address: jsonb("address").$type<{ street: string; city: string; state: string; zip: string }>().notNull(),
    /** Names between the first and the last one, and after it; null if the EMR knows none. */
    middleName: text("middle_name"),
    suffix: text("suffix"),
    mobilePhone: text("mobile_phone"),
    preferredLanguage: text("preferred_language"),
    /** The person whom the EMR names for an emergency; null if it names none. */
    emergencyContact: jsonb("emergency_contact").$type<{
      name: string;
      relationship: string | null;
      phone: string | null;
    }>(),
    /** False if the EMR no longer uses the record. */
    active: boolean("active").notNull().default(true),
    deceased: boolean("deceased").notNull().default(false),
    /** A date or a moment as the EMR has it; null if it does not say when. */
    deceasedAt: text("deceased_at"),
    /** `ehr_id` of the patient that this one was merged into, by both records; null for all others. */
    mergedInto: text("merged_into"),
    /** The same as the patient's own record states it. */
    replacedBy: text("replaced_by"),
    /** `ehr_id` of the patients that were merged into this one, as its own record states it; null for none. */
    replaces: text("replaces").array(),
    /** Lower-case text for search by name, MRN, digits of the phone number, or birth date. */
    searchText: text("search_text").notNull(),
  },
  (table) => [
    primaryKey({ name: "patient_pk", columns: [table.organizationId, table.id] }),
    unique("patient_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
    // Two patients may carry one MRN in an EMR: writes for it are refused until that is settled.
    // Parts of numbers are looked for in this index alone, under row-level security.
    index("patient_by_number_index").on(table.linkedAccountId, table.mrn, table.phone, table.organizationId),
    index().on(table.linkedAccountId, table.mergedInto).where(isNotNull(table.mergedInto)),
    index("patient_with_merges_index")
      .on(table.linkedAccountId)
      .where(sql`merged_into IS NOT NULL OR replaced_by IS NOT NULL OR replaces IS NOT NULL`),
    index("patient_by_name_index").on(table.linkedAccountId, table.lastName, table.firstName, table.mrn, table.ehrId),
    index("patient_by_birth_date_index").on(table.linkedAccountId, table.dob),
    index("patient_by_first_name_index").on(table.linkedAccountId, table.firstName),
  ],
);

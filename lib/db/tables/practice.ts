import { boolean, date, index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import type { Actor } from "#lib/kernel/principal";
import type { FormQuestion } from "#lib/resources/forms/model";
import type { ProviderHours } from "#lib/resources/providers/model";
import { moment, tenant } from "./columns.ts";

// The practice as the EMR has it: people, places and lists.

export const patient = pgTable(
  "patient",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    mrn: text("mrn").notNull(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    dob: date("dob", { mode: "string" }).notNull(),
    gender: text("gender").notNull(),
    phone: text("phone").notNull(),
    email: text("email").notNull(),
    address: jsonb("address").$type<{ street: string; city: string; state: string; zip: string }>().notNull(),
    /** Lower-case text that a search by name, MRN, phone digits or birth date matches. */
    searchText: text("search_text").notNull(),
  },
  (table) => [
    unique().on(table.linkedAccountId, table.mrn),
    index().on(table.linkedAccountId, table.lastName, table.firstName, table.mrn),
  ],
);

export const location = pgTable(
  "location",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    emrId: text("emr_id").notNull(),
    name: text("name").notNull(),
    addressStreet: text("address_street").notNull(),
    addressCity: text("address_city").notNull(),
    addressState: text("address_state").notNull(),
    addressZip: text("address_zip").notNull(),
    phone: text("phone").notNull(),
  },
  (table) => [unique().on(table.linkedAccountId, table.emrId)],
);

export const provider = pgTable(
  "provider",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    npi: text("npi").notNull(),
    specialty: text("specialty").notNull(),
    status: text("status", { enum: ["active", "inactive"] }).notNull(),
    hideInAvailability: boolean("hide_in_availability").notNull().default(false),
    /** The working schedule, set here alone (interface 4.14). */
    hours: jsonb("hours").$type<ProviderHours[]>().notNull().default([]),
    /** Who changed status, hiding or hours last, and when; null while nobody did. */
    changedBy: jsonb("changed_by").$type<Actor>(),
    changedAt: moment("changed_at"),
  },
  (table) => [unique().on(table.linkedAccountId, table.ehrId)],
);

export const visitStatus = pgTable(
  "visit_status",
  {
    ...tenant(),
    code: text("code").notNull(),
    description: text("description").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkedAccountId, table.code] })],
);

export const visitType = pgTable(
  "visit_type",
  {
    ...tenant(),
    /** The EMR's id. */
    id: text("id").notNull(),
    name: text("name").notNull(),
    /** Minutes. */
    duration: integer("duration").notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkedAccountId, table.id] })],
);

export const staff = pgTable(
  "staff",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    role: text("role").notNull(),
    email: text("email").notNull(),
  },
  (table) => [unique().on(table.linkedAccountId, table.ehrId)],
);

export const referringProvider = pgTable(
  "referring_provider",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    middleInitial: text("middle_initial"),
    speciality: text("speciality"),
    /** XXX-XXX-XXXX (interface 4.15). */
    phone: text("phone"),
    fax: text("fax"),
    email: text("email"),
    npi: text("npi"),
    addressStreet: text("address_street"),
    addressCity: text("address_city"),
    addressState: text("address_state"),
    addressZip: text("address_zip"),
    active: boolean("active").notNull(),
  },
  (table) => [
    unique().on(table.linkedAccountId, table.ehrId),
    index().on(table.linkedAccountId, table.lastName, table.firstName, table.id),
  ],
);

export const form = pgTable(
  "form",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    emrFormId: text("emr_form_id").notNull(),
    name: text("name").notNull(),
    scored: boolean("scored").notNull(),
    questions: jsonb("questions").$type<FormQuestion[]>().notNull(),
  },
  (table) => [unique().on(table.linkedAccountId, table.emrFormId)],
);

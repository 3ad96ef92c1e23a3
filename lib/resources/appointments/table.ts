import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { asOf, createdAt, moment, setAside, tenant, written } from "#lib/db/tables/columns";

export const appointment = pgTable(
  "appointment",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    asOf: asOf(),
    emrAppointmentId: text("emr_appointment_id").notNull(),
    category: text("category", { enum: ["appointment", "schedule_slot", "schedule_block"] }).notNull(),
    startsAt: moment("starts_at").notNull(),
    /** Minutes. */
    duration: integer("duration").notNull(),
    /** The code of a visit status. */
    status: text("status"),
    /** When the status was first seen here. */
    statusSince: moment("status_since"),
    reason: text("reason"),
    note: text("note"),
    progressNote: text("progress_note"),
    /** The location's EMR id. */
    locationId: text("location_id").notNull(),
    blockLabel: text("block_label"),
    blockColor: text("block_color"),
    appointmentType: text("appointment_type"),
    appointmentMode: text("appointment_mode"),
    complaintType: text("complaint_type"),
    providerEhrId: text("provider_ehr_id").notNull(),
    secondaryProviderEhrId: text("secondary_provider_ehr_id"),
    patientEhrId: text("patient_ehr_id"),
    patientMrn: text("patient_mrn"),
    insurances: jsonb("insurances")
      .$type<{ company: string; subscriber: string; number: string; groupNumber: string }[]>()
      .notNull(),
    diagnoses: jsonb("diagnoses").$type<{ code: string; description: string }[]>().notNull(),
    medications: jsonb("medications").$type<{ name: string; dose: string }[]>().notNull(),
    emrCreatedAt: moment("emr_created_at").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "appointment_pk", columns: [table.organizationId, table.id] }),
    unique("appointment_emr_appointment_id_key").on(
      table.organizationId,
      table.linkedAccountId,
      table.emrAppointmentId,
    ),
    index().on(table.linkedAccountId, table.category, table.startsAt, table.id),
    index().on(table.linkedAccountId, table.startsAt, table.id),
    index().on(table.linkedAccountId, table.patientMrn, table.startsAt),
    index().on(table.linkedAccountId, table.patientEhrId),
    // Records of several days are few, and stand on days long after their beginning.
    index("appointment_lasting_index").on(table.linkedAccountId, table.startsAt).where(sql`${table.duration} > 1440`),
    // Several visits of one appointment: few, and found by its id.
    index("appointment_part_index")
      .on(table.linkedAccountId, sql`split_part(${table.emrAppointmentId}, '/', 1)`)
      .where(sql`${table.category} = 'appointment' AND ${table.emrAppointmentId} LIKE '%/%'`),
  ],
);

/** A visit that a job is to book: until the job has ended, its time is taken. */
export const booking = pgTable(
  "booking",
  {
    /** `id` is the appointment's. */
    ...written(),
    /** Null until the patient is created whom the request names by id. */
    patientMrn: text("patient_mrn"),
    providerEhrId: text("provider_ehr_id").notNull(),
    secondaryProviderEhrId: text("secondary_provider_ehr_id"),
    /** The location's EMR id. */
    locationId: text("location_id").notNull(),
    visitTypeId: text("visit_type_id").notNull(),
    visitTypeName: text("visit_type_name").notNull(),
    startsAt: moment("starts_at").notNull(),
    /** Minutes. */
    duration: integer("duration").notNull(),
    emrAppointmentId: text("emr_appointment_id"),
  },
  (table) => [
    primaryKey({ name: "booking_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.startsAt),
    index().on(table.jobId),
  ],
);

/** Where a job is to move a visit: until the job has ended, that time is taken too. */
export const visitMove = pgTable(
  "visit_move",
  {
    ...written(),
    /** The appointment's id here, or that of its booking. */
    appointmentId: uuid("appointment_id").notNull(),
    providerEhrId: text("provider_ehr_id").notNull(),
    secondaryProviderEhrId: text("secondary_provider_ehr_id"),
    startsAt: moment("starts_at").notNull(),
    /** Minutes. */
    duration: integer("duration").notNull(),
    visitTypeId: text("visit_type_id"),
    visitTypeName: text("visit_type_name"),
    /** Where it was, as far as was known at acceptance. */
    fromProviderEhrId: text("from_provider_ehr_id").notNull(),
    fromStartsAt: moment("from_starts_at").notNull(),
    /** Minutes. */
    fromDuration: integer("from_duration").notNull(),
  },
  (table) => [
    primaryKey({ name: "visit_move_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.startsAt),
    index().on(table.linkedAccountId, table.appointmentId),
    index().on(table.jobId),
  ],
);

import {
  bigint,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
} from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { asOf, createdAt, moment, tenant } from "./columns.ts";

// What the EMR holds of the patients' care, as the last sync or fetch found it.

const bytea = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const day = (name: string) => date(name, { mode: "string" });

export const appointment = pgTable(
  "appointment",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    asOf: asOf(),
    emrAppointmentId: text("emr_appointment_id").notNull(),
    category: text("category", { enum: ["appointment", "schedule_slot", "schedule_block"] }).notNull(),
    startsAt: moment("starts_at").notNull(),
    /** Minutes. */
    duration: integer("duration").notNull(),
    /** A visit status's code. */
    status: text("status"),
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
  ],
);

export const claim = pgTable(
  "claim",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    asOf: asOf(),
    emrClaimId: text("emr_claim_id").notNull(),
    patientMrn: text("patient_mrn").notNull(),
    serviceDate: day("service_date").notNull(),
    claimStatus: text("claim_status").notNull(),
    claimStatusDescription: text("claim_status_description").notNull(),
    totalCharge: numeric("total_charge", { precision: 12, scale: 2 }).notNull(),
    balance: numeric("balance", { precision: 12, scale: 2 }).notNull(),
    /** When what is stored changed last. */
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "claim_pk", columns: [table.organizationId, table.id] }),
    unique("claim_emr_claim_id_key").on(table.organizationId, table.linkedAccountId, table.emrClaimId),
    index().on(table.linkedAccountId, table.serviceDate, table.id),
    index().on(table.linkedAccountId, table.patientMrn, table.serviceDate),
  ],
);

export const referral = pgTable(
  "referral",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    asOf: asOf(),
    /** Null until the EMR has created it; a creation that failed stays so. */
    ehrId: text("ehr_id"),
    /** The job that created it through this interface. */
    jobId: bigint("job_id", { mode: "number" }),
    patientMrn: text("patient_mrn").notNull(),
    direction: text("direction", { enum: ["incoming", "outgoing"] }).notNull(),
    /** A label of the EMR's own list. */
    status: text("status"),
    priority: text("priority", { enum: ["routine", "urgent", "stat"] }),
    reason: text("reason").notNull(),
    notes: text("notes"),
    priorAuthorizationCode: text("prior_authorization_code"),
    specialty: text("specialty"),
    locationId: text("location_id"),
    startDate: day("start_date"),
    endDate: day("end_date"),
    visitsAllowed: integer("visits_allowed"),
    assignedToId: text("assigned_to_id"),
    /** Our id of the referring provider. */
    referringProviderId: uuid("referring_provider_id"),
    createdAt: createdAt(),
    updatedAt: moment("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "referral_pk", columns: [table.organizationId, table.id] }),
    unique("referral_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
    index().on(table.linkedAccountId, table.createdAt, table.id),
    index().on(table.linkedAccountId, table.patientMrn),
  ],
);

/** Without its content, so that lists stay small. Any account of the organization may read it (interface 4.12). */
export const document = pgTable(
  "document",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    emrId: text("emr_id").notNull(),
    fileName: text("file_name").notNull(),
    mimeType: text("mime_type").notNull(),
    /** Bytes. */
    size: integer("size").notNull(),
    /** SHA-256 of the content, hex: the ETag. */
    sha256: text("sha256").notNull(),
    patientMrn: text("patient_mrn"),
    referralId: uuid("referral_id"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "document_pk", columns: [table.organizationId, table.id] }),
    unique("document_emr_id_key").on(table.organizationId, table.linkedAccountId, table.emrId),
    index().on(table.linkedAccountId, table.createdAt, table.id),
    index().on(table.referralId),
  ],
);

export const documentContent = pgTable(
  "document_content",
  {
    documentId: uuid("document_id").notNull(),
    ...tenant(),
    content: bytea("content").notNull(),
  },
  (table) => [
    primaryKey({ name: "document_content_pk", columns: [table.organizationId, table.documentId] }),
    foreignKey({
      name: "document_content_document_fk",
      columns: [table.organizationId, table.documentId],
      foreignColumns: [document.organizationId, document.id],
    }).onDelete("cascade"),
  ],
);

export const recall = pgTable(
  "recall",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    asOf: asOf(),
    ehrId: text("ehr_id").notNull(),
    patientMrn: text("patient_mrn").notNull(),
    reason: text("reason").notNull(),
    dueDate: day("due_date").notNull(),
    status: text("status", { enum: ["open", "closed"] }).notNull(),
    /** Oldest first, as the EMR has them. */
    actions: jsonb("actions").$type<{ id: string; actionTaken: string; note: string | null; at: string }[]>().notNull(),
  },
  (table) => [
    primaryKey({ name: "recall_pk", columns: [table.organizationId, table.id] }),
    unique("recall_ehr_id_key").on(table.organizationId, table.linkedAccountId, table.ehrId),
    index().on(table.linkedAccountId, table.dueDate, table.id),
  ],
);

import { bigint, foreignKey, index, integer, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import { asOf, bytea, createdAt, setAside, tenant } from "#lib/db/tables/columns";

/**
 * Metadata without the content, so that lists stay small. Every account of the organization may read it (interface
 * 4.12).
 */
export const document = pgTable(
  "document",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    setAside: setAside(),
    asOf: asOf(),
    /** The EMR's id; null until the EMR has filed a document that was sent from here. */
    emrId: text("emr_id"),
    /** The job that sends the document to the EMR; null for one that was read from there. */
    jobId: bigint("job_id", { mode: "number" }),
    fileName: text("file_name").notNull(),
    mimeType: text("mime_type").notNull(),
    /** Bytes. */
    size: integer("size").notNull(),
    /** SHA-256 of the content in hex; serves as the ETag. */
    sha256: text("sha256").notNull(),
    /** Version of the file in the EMR's list when it was read: a file with another version is read again. */
    version: text("version"),
    patientMrn: text("patient_mrn"),
    /** The EMR's id of the patient, by which a changed MRN reaches the document; null if the EMR shows the MRN alone. */
    patientEhrId: text("patient_ehr_id"),
    referralId: uuid("referral_id"),
    /** The EMR's id of the referral, by which it is found if it is stored after the document. */
    referralEhrId: text("referral_ehr_id"),
    /** As the document was sent from here, like the description; null for one that was read from the EMR. */
    category: text("category"),
    description: text("description"),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "document_pk", columns: [table.organizationId, table.id] }),
    unique("document_emr_id_key").on(table.organizationId, table.linkedAccountId, table.emrId),
    index().on(table.linkedAccountId, table.createdAt, table.id),
    index().on(table.referralId),
    index().on(table.linkedAccountId, table.referralEhrId),
    index().on(table.linkedAccountId, table.patientEhrId),
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

/** A part of a file that is arriving. It belongs to no document yet, and is removed when the request ends. */
export const documentPart = pgTable(
  "document_part",
  {
    documentId: uuid("document_id").notNull(),
    ...tenant(),
    /** From 0. */
    number: integer("number").notNull(),
    content: bytea("content").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "document_part_pk", columns: [table.organizationId, table.documentId, table.number] }),
    index().on(table.linkedAccountId, table.createdAt),
  ],
);

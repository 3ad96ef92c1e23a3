import { and, eq, gte, lte, sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { contains, createdInOrder, moment, text } from "#lib/definitions/filters";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed } from "#lib/definitions/list";
import { isOfPatient } from "#lib/definitions/survivors";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { parseId } from "#lib/kernel/id";
import { type DocumentModel, documentModel } from "./model.ts";
import { document, documentContent } from "./table.ts";

function referralIdOf(given: string): string {
  const id = parseId(given);
  if (!id) throw invalid(problem("referral_id", "must be a valid UUID"));
  return id;
}

/** Returns a stored document as the interface has it. */
export const toDocument = (row: Listed<typeof document>): DocumentModel => ({
  id: row.id,
  file_name: row.fileName,
  mime_type: row.mimeType,
  size: row.size,
  sha256: row.sha256,
  patient_mrn: row.patientMrn,
  patient_name: row.patientName,
  referral_id: row.referralId,
  category: row.category,
  description: row.description,
  job_id: row.jobId,
  created_at: row.createdAt.toISOString(),
  set_aside: row.setAside,
});

/** GET /documents: documents of this account, newest first (decisions §5). */
export const listDocuments = defineList({
  path: "/documents",
  embed: { narrows: "patient_mrn" },
  summary: "List documents by patient, referral, name or type, newest first",
  permission: "documents:read",
  patientData: true,
  key: "documents",
  model: documentModel,
  table: document,
  synced: true,
  order: keyset("desc", document.createdAt, document.id),
  sortable: {
    file_name: document.fileName,
    mime_type: document.mimeType,
    size: document.size,
    created_at: document.createdAt,
  },
  filters: {
    query: text.describe("Part of the file name, in any case"),
    patient_mrn: text,
    referral_id: text,
    mime_type: text.describe("Exact, such as application/pdf"),
    created_after: moment,
    created_before: moment.describe("On or after `created_after`"),
  },
  check: createdInOrder,
  where: ({ query, linkedAccountId }) =>
    and(
      query.query ? contains(document.fileName, query.query) : undefined,
      query.patient_mrn ? isOfPatient(document.patientMrn, linkedAccountId, query.patient_mrn) : undefined,
      query.referral_id ? eq(document.referralId, referralIdOf(query.referral_id)) : undefined,
      query.mime_type ? eq(document.mimeType, query.mime_type) : undefined,
      query.created_after ? gte(document.createdAt, new Date(query.created_after)) : undefined,
      query.created_before ? lte(document.createdAt, new Date(query.created_before)) : undefined,
    ),
  toModel: toDocument,
});

/** Returns the metadata of a document; null if the organization has none with this id. */
export async function findDocument(tx: Transaction, id: string) {
  const [found] = await tx
    .select({
      fileName: document.fileName,
      mimeType: document.mimeType,
      size: document.size,
      sha256: document.sha256,
      patientMrn: document.patientMrn,
    })
    .from(document)
    .where(eq(document.id, id));
  return found ?? null;
}

/** Returns `length` bytes of a document's content from `start`; null if the content is missing. */
export async function readContent(
  tx: Transaction,
  id: string,
  { start, length }: { start: number; length: number },
): Promise<Uint8Array | null> {
  const [found] = await tx
    .select({ bytes: sql<Uint8Array>`substring(${documentContent.content} FROM ${start + 1} FOR ${length})` })
    .from(documentContent)
    .where(eq(documentContent.documentId, id));
  return found?.bytes ?? null;
}

import { and, eq, ne } from "drizzle-orm";
import { nextAsOf } from "#lib/db/as-of";
import { changeRecords } from "#lib/db/record-versions";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { endId } from "#lib/definitions/passed-on-end";
import type { OperationRunner } from "#lib/definitions/runner";
import { EmrError, type EmrNewDocument } from "#lib/emr/port/port";
import type { AccountTenant } from "#lib/kernel/principal";
import { readContent } from "#lib/resources/documents/queries";
import { document } from "#lib/resources/documents/table";
import { patientEhrId } from "#lib/resources/patients/known-patient";
import type { createDocument } from "./definition.ts";

/** Bytes of the file that are in memory at a time. */
const PART_BYTES = 512 * 1024;

async function findFiled(tx: Transaction, { linkedAccountId }: AccountTenant, id: string) {
  const [found] = await tx
    .select()
    .from(document)
    .where(and(eq(document.linkedAccountId, linkedAccountId), eq(document.id, id)));
  return found;
}

/** Yields a document's content in parts, each read in a transaction of its own: the EMR may take long between two. */
async function* partsOf(tenant: AccountTenant, id: string, size: number): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < size; start += PART_BYTES) {
    const part = await withTenant(tenant, (tx) => readContent(tx, id, { start, length: PART_BYTES }));
    if (!part) throw new EmrError("validation", GONE);
    yield part;
  }
}

const GONE = "The file is no longer here: it was removed when the EMR refused it; file it again";

/** Removes a document of this id, or its copy that a sync stored between the EMR's commit and ours, with its content. */
async function remove(tx: Transaction, tenant: AccountTenant, which: ReturnType<typeof eq>): Promise<void> {
  const own = and(eq(document.linkedAccountId, tenant.linkedAccountId), which);
  await changeRecords(tx, tenant, document, tx.delete(document).where(own).returning({ id: document.id }));
}

/** Files the document in the EMR. A document that the EMR refuses is gone here too (additions §3). */
export const runDocument: OperationRunner<typeof createDocument, EmrNewDocument, string> = {
  async prepare({ tx, tenant, identifiers: { document_id } }) {
    const filed = await findFiled(tx, tenant, document_id);
    if (!filed) throw new EmrError("validation", GONE);
    const { fileName, mimeType, size, sha256, referralEhrId, category, description } = filed;
    return {
      patientEhrId: await patientEhrId(tx, tenant.linkedAccountId, filed.patientMrn ?? ""),
      referralEhrId,
      fileName,
      mimeType,
      size,
      sha256,
      category,
      description,
      parts: () => partsOf(tenant, document_id, size),
    };
  },

  run: async (filed, { emr, idempotencyKey, signal }) =>
    (await emr.createDocument(filed, { idempotencyKey, signal })).emrDocumentId,

  fileOf: (filed) => filed,

  // The EMR of this same interface lists its documents by its own ids, and by no other.
  fromEvent: async (_stored, end) => endId(end, "document_id"),

  async complete({ tx, tenant, identifiers: { document_id }, input, result: emrId, moved }) {
    const filed = await findFiled(tx, tenant, document_id);
    const data = {
      document_id,
      emr_document_id: emrId,
      patient_mrn: input.patient_mrn,
      file_name: filed?.fileName ?? input.file_name ?? "",
      mime_type: filed?.mimeType ?? input.mime_type ?? "",
      size: filed?.size ?? 0,
      sha256: filed?.sha256 ?? "",
      referral_id: filed?.referralId ?? null,
    };
    if (moved || !filed) return { data };
    const copy = and(eq(document.emrId, emrId), ne(document.id, document_id));
    if (copy) await remove(tx, tenant, copy);
    const change = tx
      .update(document)
      // The EMR's version of the file is not known: the next sync reads the file once.
      .set({ emrId, asOf: nextAsOf })
      .where(and(eq(document.linkedAccountId, tenant.linkedAccountId), eq(document.id, document_id)))
      .returning({ id: document.id });
    await changeRecords(tx, tenant, document, change);
    return { data };
  },

  held: { result: async (_stored, emrId) => emrId },

  async fail({ tx, tenant, identifiers: { document_id }, reason, refused, cancelled }) {
    // After an outage a retry must find the file: nobody else may have it any more.
    if (refused || cancelled) await remove(tx, tenant, eq(document.id, document_id));
    return { document_id, failure_reason: reason, reasons: [] };
  },
};

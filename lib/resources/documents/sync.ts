import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import { type Transaction, withTenant } from "#lib/db/tenant";
import { idsByEhrId } from "#lib/definitions/ids-by-ehr-id";
import { replaceRows, upsertRows } from "#lib/definitions/replace-rows";
import type { EmrConnection, EmrDocument } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { referral } from "#lib/resources/referrals/table";
import { document, documentContent } from "./table.ts";

/** Size of a batch, in bytes: the amount requested from the EMR, held in memory and stored at once. */
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_DOCUMENTS = 200;
/** Timeout of a batch: after it the EMR counts as unavailable. */
const BATCH_DEADLINE_MS = 60_000;

const HOW = { key: "emrId" as const, ours: ["id" as const, "createdAt" as const] };

async function rowsOf(tx: Transaction, tenant: AccountTenant, documents: EmrDocument[]) {
  const referrals = await idsByEhrId(tx, tenant, referral);
  return documents.map(({ referralEhrId, createdAt, ...found }) => ({
    id: newId(),
    ...found,
    referralId: referralEhrId === null ? null : (referrals.get(referralEhrId) ?? null),
    createdAt: new Date(createdAt),
  }));
}

/**
 * Updates the documents whose content is stored to the EMR's metadata and removes those that the EMR no longer has.
 * Runs after the referrals, whose ids documents refer to. Returns the documents still to be fetched: new ones and those
 * whose content changed.
 */
export async function storeKnownDocuments(
  tx: Transaction,
  tenant: AccountTenant,
  documents: EmrDocument[],
): Promise<EmrDocument[]> {
  const stored = await tx
    .select({ emrId: document.emrId, sha256: document.sha256 })
    .from(document)
    .where(eq(document.linkedAccountId, tenant.linkedAccountId));
  const digests = new Map(stored.map(({ emrId, sha256 }) => [emrId, sha256]));
  const isHere = ({ emrId, sha256 }: EmrDocument) => digests.get(emrId) === sha256;
  const unread = documents.filter((found) => !isHere(found));
  const kept = unread.map(({ emrId }) => emrId);
  await replaceRows(tx, tenant, document, await rowsOf(tx, tenant, documents.filter(isHere)), {
    ...HOW,
    within: sql`emr_id <> ALL (${sql.param(kept)}::text[])`,
  });
  return unread;
}

/**
 * Splits a list into batches that are requested one after the other; a document larger than a batch is a batch of its
 * own.
 */
function* batchesOf(documents: EmrDocument[]): Generator<EmrDocument[]> {
  let batch: EmrDocument[] = [];
  let bytes = 0;
  for (const found of documents) {
    if (batch.length > 0 && (batch.length === BATCH_DOCUMENTS || bytes + found.size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(found);
    bytes += found.size;
  }
  if (batch.length > 0) yield batch;
}

/** Stores a batch with its content, so that no reader ever sees a document without content. */
async function storeBatch(
  tx: Transaction,
  tenant: AccountTenant,
  batch: EmrDocument[],
  contents: Map<string, Uint8Array>,
) {
  const read = batch.flatMap((found) => {
    const content = contents.get(found.emrId);
    if (!content) return [];
    // Hashes the content as it was read: the document may have changed since it was listed.
    const sha256 = createHash("sha256").update(content).digest("hex");
    return [{ ...found, size: content.byteLength, sha256 }];
  });
  await upsertRows(tx, tenant, document, await rowsOf(tx, tenant, read), HOW);
  const stored = await tx
    .select({ id: document.id, emrId: document.emrId })
    .from(document)
    .where(and(eq(document.linkedAccountId, tenant.linkedAccountId), inArray(document.emrId, [...contents.keys()])));
  const values = stored.flatMap(({ id, emrId }) => {
    const content = contents.get(emrId);
    return content ? [{ documentId: id, ...tenant, content }] : [];
  });
  if (values.length === 0) return;
  await tx
    .insert(documentContent)
    .values(values)
    .onConflictDoUpdate({
      target: [documentContent.organizationId, documentContent.documentId],
      set: { content: sql`excluded.content` },
    });
}

/**
 * Fetches and stores the given documents with their content, in batches, each in a separate transaction. Throws an
 * EmrError if the EMR does not respond; batches stored before that remain, and the next sync continues.
 */
export async function fetchDocuments(
  tenant: AccountTenant,
  emr: EmrConnection,
  documents: EmrDocument[],
): Promise<void> {
  for (const batch of batchesOf(documents)) {
    const ids = batch.map(({ emrId }) => emrId);
    const contents = await emr.readDocuments(ids, AbortSignal.timeout(BATCH_DEADLINE_MS));
    await withTenant(tenant, (tx) => storeBatch(tx, tenant, batch, contents));
  }
}

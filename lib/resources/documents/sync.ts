import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { idsByEhrId } from "#lib/definitions/ids-by-ehr-id";
import { upsertCounted, upsertRows } from "#lib/definitions/replace-rows";
import { type EmrConnection, type EmrDocument, EmrError, type FaultyRecord } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { referral } from "#lib/resources/referrals/table";
import { isolate } from "#lib/resources/synced/isolate";
import type { InTurn, SyncedKind } from "#lib/resources/synced/synced-kind";
import { document, documentContent } from "./table.ts";

/** Size of a batch, in bytes: the amount requested from the EMR, held in memory and stored at once. */
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_DOCUMENTS = 200;
/** Timeout of a batch: after it the EMR counts as unavailable. */
const BATCH_DEADLINE_MS = 60_000;

const HOW = { key: "emrId" as const, ours: ["id" as const, "createdAt" as const] };

async function rowsOf(tx: Transaction, tenant: AccountTenant, documents: EmrDocument[]) {
  const referredTo = documents.flatMap(({ referralEhrId: id }) => (id === null ? [] : [id]));
  const referrals = await idsByEhrId(tx, tenant, referral, referredTo);
  return documents.map(({ createdAt, ...found }) => ({
    id: newId(),
    ...found,
    referralId: referrals.get(found.referralEhrId ?? "") ?? null,
    createdAt: new Date(createdAt),
  }));
}

/** Returns which of the documents are stored with the content that the EMR has. */
async function knownIds(tx: Transaction, { linkedAccountId }: AccountTenant, documents: EmrDocument[]) {
  const ids = documents.map(({ emrId }) => emrId);
  const stored = await tx
    .select({ emrId: document.emrId, sha256: document.sha256 })
    .from(document)
    .where(
      and(eq(document.linkedAccountId, linkedAccountId), sql`${document.emrId} = ANY (${sql.param(ids)}::text[])`),
    );
  const digests = new Map(stored.map(({ emrId, sha256 }) => [emrId, sha256]));
  return new Set(ids.filter((id, index) => digests.get(id) === documents[index]?.sha256));
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

interface Read {
  found: EmrDocument;
  content: Uint8Array;
}

/** Stores documents with their content, so that no reader ever sees a document without content. */
async function storeRead(tx: Transaction, tenant: AccountTenant, read: Read[]): Promise<void> {
  const documents = read.map(({ found, content }) => ({
    ...found,
    size: content.byteLength,
    // Hashes the content as it was read: the document may have changed since it was listed.
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  await upsertRows(tx, tenant, document, await rowsOf(tx, tenant, documents), HOW);
  const contents = new Map(read.map(({ found, content }) => [found.emrId, content]));
  const stored = await tx
    .select({ id: document.id, emrId: document.emrId })
    .from(document)
    .where(
      and(
        eq(document.linkedAccountId, tenant.linkedAccountId),
        sql`${document.emrId} = ANY (${sql.param([...contents.keys()])}::text[])`,
      ),
    );
  const { organizationId, linkedAccountId } = tenant;
  const values = stored.flatMap(({ id, emrId }) => {
    const content = contents.get(emrId);
    return content ? [{ documentId: id, organizationId, linkedAccountId, content }] : [];
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

/** Reads the content of a batch. A batch that the EMR refuses is read document by document. */
async function readContents(emr: EmrConnection, batch: EmrDocument[]): Promise<Map<string, Uint8Array>> {
  const ids = batch.map(({ emrId }) => emrId);
  try {
    return await emr.readDocuments(ids, AbortSignal.timeout(BATCH_DEADLINE_MS));
  } catch (error) {
    if (!(error instanceof EmrError) || error.kind === "passing") throw error;
    const contents = new Map<string, Uint8Array>();
    if (batch.length === 1) return contents;
    for (const found of batch) for (const entry of await readContents(emr, [found])) contents.set(...entry);
    return contents;
  }
}

/**
 * Fetches the content of new and changed documents in batches, and stores each batch in a transaction of its own.
 * Returns the documents without content. Throws an EmrError if the EMR does not answer; batches stored before that
 * remain, and the next reading continues after them.
 */
async function fetchContent(
  tenant: AccountTenant,
  emr: EmrConnection,
  documents: EmrDocument[],
  inTurn: InTurn,
): Promise<FaultyRecord[]> {
  const known = await inTurn((tx) => knownIds(tx, tenant, documents));
  const faulty: FaultyRecord[] = [];
  for (const batch of batchesOf(documents.filter(({ emrId }) => !known.has(emrId)))) {
    const contents = await readContents(emr, batch);
    const read = batch.flatMap((found) => {
      const content = contents.get(found.emrId);
      return content ? [{ found, content }] : [];
    });
    const missing = batch.filter(({ emrId }) => !contents.has(emrId));
    faulty.push(...missing.map(({ emrId }) => ({ ehrId: emrId, reason: "The EMR returned no content" })));
    const { refused } = await inTurn((tx) => isolate(tx, read, (items) => storeRead(tx, tenant, items)));
    faulty.push(...refused.map(({ item, reason }) => ({ ehrId: item.found.emrId, reason })));
  }
  return faulty;
}

/** How documents are stored: first their content, then the other fields of those whose content is stored. */
export const syncedDocuments: SyncedKind<"documents"> = {
  kind: "documents",
  rows: { table: document, key: document.emrId },
  idOf: ({ emrId }) => emrId,
  fetchContent,
  async store(tx, tenant, { records }) {
    const known = await knownIds(tx, tenant, records);
    const here = records.filter(({ emrId }) => known.has(emrId));
    return upsertCounted(tx, tenant, document, await rowsOf(tx, tenant, here), HOW);
  },
};

import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "#lib/db/tenant";
import { idsByEhrId } from "#lib/definitions/ids-by-ehr-id";
import { upsertCounted, upsertRows } from "#lib/definitions/replace-rows";
import { type EmrConnection, type EmrDocument, EmrError, type EmrFile, type FaultyRecord } from "#lib/emr/port/port";
import { newId } from "#lib/kernel/id";
import type { AccountTenant } from "#lib/kernel/principal";
import { referral } from "#lib/resources/referrals/table";
import { isolate } from "#lib/resources/synced/isolate";
import type { SyncedKind, WithKind } from "#lib/resources/synced/synced-kind";
import { document, documentContent } from "./table.ts";

/** Size of a batch, in bytes: the amount requested from the EMR, held in memory and stored at once. */
const BATCH_BYTES = 16 * 1024 * 1024;
const BATCH_DOCUMENTS = 200;
/** Files that fail in a row, without one that came, after which the EMR counts as out. */
const OUTAGE = 3;
/** Timeout of a file, or of a batch whose files come at once: after it the EMR counts as unavailable. */
const FILE_DEADLINE_MS = 60_000;

const HOW = { key: "emrId" as const, ours: ["id" as const, "createdAt" as const] };

/** A document with all that is stored of it but its content. */
type Whole = EmrDocument & { fileName: string; mimeType: string; size: number; sha256: string };

async function rowsOf(tx: Transaction, tenant: AccountTenant, documents: Whole[]) {
  const referredTo = documents.flatMap(({ referralEhrId: id }) => (id === null ? [] : [id]));
  const referrals = await idsByEhrId(tx, tenant, referral, referredTo);
  return documents.map(({ createdAt, ...found }) => ({
    id: newId(),
    ...found,
    patientEhrId: found.patientEhrId ?? null,
    referralId: referrals.get(found.referralEhrId ?? "") ?? null,
    createdAt: new Date(createdAt),
  }));
}

/** Returns the documents whose files are stored as the EMR has them, with what their files alone show. */
async function knownAmong(tx: Transaction, { linkedAccountId }: AccountTenant, documents: EmrDocument[]) {
  const { emrId, fileName, mimeType, size, sha256, version } = document;
  const ids = documents.map((found) => found.emrId);
  const rows = await tx
    .select({ emrId, fileName, mimeType, size, sha256, version })
    .from(document)
    .where(and(eq(document.linkedAccountId, linkedAccountId), sql`${emrId} = ANY (${sql.param(ids)}::text[])`));
  const stored = new Map(rows.map((row) => [row.emrId, row]));
  return documents.flatMap((found): Whole[] => {
    const row = stored.get(found.emrId);
    if (!row || (found.version !== null && found.version !== row.version)) return [];
    const listed = { fileName: found.fileName ?? row.fileName, mimeType: found.mimeType ?? row.mimeType };
    return [{ ...found, ...listed, size: row.size, sha256: row.sha256, version: row.version }];
  });
}

/**
 * Splits a list into batches that are requested one after the other; a document larger than a batch is a batch of its
 * own.
 */
function* batchesOf(documents: EmrDocument[]): Generator<EmrDocument[]> {
  let batch: EmrDocument[] = [];
  let bytes = 0;
  for (const found of documents) {
    const size = found.size ?? 0;
    if (batch.length > 0 && (batch.length === BATCH_DOCUMENTS || bytes + size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(found);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

interface Read {
  found: EmrDocument;
  file: EmrFile;
}

/** A document whose file the EMR refuses, or fails to send. */
interface RefusedFile {
  found: EmrDocument;
  reason: string;
  /** The failure, if it may pass; null for a refusal. */
  passing: EmrError | null;
}

/** Stores documents with their content, so that no reader ever sees a document without content. */
async function storeRead(tx: Transaction, tenant: AccountTenant, read: Read[]): Promise<void> {
  const documents = read.map(({ found, file: { content, fileName, mimeType } }) => ({
    ...found,
    fileName: found.fileName ?? fileName ?? `document-${found.emrId}`,
    mimeType: found.mimeType ?? mimeType ?? "application/octet-stream",
    size: content.byteLength,
    sha256: createHash("sha256").update(content).digest("hex"),
  }));
  await upsertRows(tx, tenant, document, await rowsOf(tx, tenant, documents), HOW);
  const contents = new Map(read.map(({ found, file }) => [found.emrId, file.content]));
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
    const content = contents.get(emrId ?? "");
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

/** Requests the files of a batch. Throws an EmrError, also if a file takes longer than its deadline. */
async function* requestFiles(emr: EmrConnection, batch: EmrDocument[]): AsyncGenerator<Read> {
  const byId = new Map(batch.map((found) => [found.emrId, found]));
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), FILE_DEADLINE_MS);
  try {
    for await (const [emrId, file] of emr.readDocuments([...byId.keys()], deadline.signal)) {
      const found = byId.get(emrId);
      if (found) yield { found, file };
      timer.refresh();
    }
  } catch (error) {
    if (deadline.signal.aborted) throw new EmrError("passing", "The EMR did not answer in time");
    if (error instanceof EmrError) throw error;
    throw new EmrError("validation", "The file could not be read");
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Reads the files of a batch. After a failure, the documents that are left are read one by one: a file that fails alone is that
 * document's fault.
 */
async function* readFiles(
  emr: EmrConnection,
  batch: EmrDocument[],
  isAgain = false,
): AsyncGenerator<Read | RefusedFile> {
  const read = new Set<string>();
  try {
    for await (const each of requestFiles(emr, batch)) {
      read.add(each.found.emrId);
      yield each;
    }
  } catch (error) {
    if (!(error instanceof EmrError) || error.limited) throw error;
    const left = batch.filter(({ emrId }) => !read.has(emrId));
    const passing = error.kind === "passing" ? error : null;
    if (batch.length > 1 || (passing && !isAgain)) for (const found of left) yield* readFiles(emr, [found], true);
    else for (const found of left) yield { found, reason: error.message, passing };
  }
}

async function* readAllFiles(emr: EmrConnection, documents: EmrDocument[]): AsyncGenerator<Read | RefusedFile> {
  for (const batch of batchesOf(documents)) yield* readFiles(emr, batch);
}

/**
 * Fetches the files of new and changed documents, and stores them in batches, each in a transaction of its own. Returns
 * the documents without content, with the reasons. Throws an EmrError if the EMR is out; files that it sent before are stored,
 * and the next reading continues after them.
 */
async function fetchContent(
  tenant: AccountTenant,
  emr: EmrConnection,
  { records: documents, isLastTry }: { records: EmrDocument[]; isLastTry: boolean },
  withKind: WithKind,
): Promise<FaultyRecord[]> {
  const known = new Set((await withKind((tx) => knownAmong(tx, tenant, documents))).map(({ emrId }) => emrId));
  const missing = new Map(
    documents.flatMap((found) => (known.has(found.emrId) ? [] : [[found.emrId, found] as const])),
  );
  const faulty: FaultyRecord[] = [];
  let failures = 0;
  let [batch, bytes]: [Read[], number] = [[], 0];
  const store = async () => {
    const read = batch;
    [batch, bytes] = [[], 0];
    const { refused } = await withKind((tx) => isolate(tx, read, (items) => storeRead(tx, tenant, items)));
    faulty.push(...refused.map(({ item, reason }) => ({ ehrId: item.found.emrId, reason })));
  };
  try {
    for await (const read of readAllFiles(emr, [...missing.values()])) {
      missing.delete(read.found.emrId);
      // Several files in a row, and not one that came: the EMR is out.
      failures = "passing" in read && read.passing ? failures + 1 : Number.NEGATIVE_INFINITY;
      if ("passing" in read && read.passing && failures >= OUTAGE && !isLastTry) throw read.passing;
      if ("reason" in read) {
        faulty.push({ ehrId: read.found.emrId, reason: read.reason });
        continue;
      }
      batch.push(read);
      bytes += read.file.content.byteLength;
      if (bytes >= BATCH_BYTES || batch.length === BATCH_DOCUMENTS) await store();
    }
  } finally {
    if (batch.length > 0) await store();
  }
  return [...faulty, ...[...missing.keys()].map((ehrId) => ({ ehrId, reason: "The EMR returned no content" }))];
}

/** How documents are stored: first their content, then the other fields of those whose content is stored. */
export const syncedDocuments: SyncedKind<"documents"> = {
  kind: "documents",
  rows: { table: document, key: document.emrId, covered: document },
  idOf: ({ emrId }) => emrId,
  fetchContent,
  async store(tx, tenant, { records }) {
    const known = await knownAmong(tx, tenant, records);
    return upsertCounted(tx, tenant, document, await rowsOf(tx, tenant, known), HOW);
  },
};

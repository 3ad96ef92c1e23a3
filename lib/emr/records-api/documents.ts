import { createHash } from "node:crypto";
import { z } from "zod";
import { type EmrDocument, EmrError, type FaultyRecord } from "#lib/emr/port/port";
import { isStorable } from "#lib/kernel/storable-text";
import { referralDocuments } from "./records.ts";
import { type Remote, refusalOf } from "./remote.ts";
import { listOf, nextCursorOf, parseRows } from "./rows.ts";

/** Documents of one page: each is one request, as only its file shows its name, type and digest. */
const PAGE_DOCUMENTS = 20;
const MAX_NAME_LENGTH = 255;

/** The place in the referrals' documents, as a cursor carries it. */
const place = z.object({ referrals: z.string().nullable(), skip: z.number().int().min(0) });

/** A file of the remote; null if it has no such document (interface 4.12). */
async function readFile(remote: Remote, id: string, signal: AbortSignal) {
  const response = await remote.ask(`/documents/${encodeURIComponent(id)}`, {}, signal);
  if (response.status === 404) return null;
  if (response.status !== 200) throw refusalOf(response);
  return response;
}

/** Returns the file name of a Content-Disposition header, without a path. */
function fileNameOf(disposition: string | undefined, id: string): string {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "") ?? [];
  const [, quoted, bare] = /filename=(?:"([^"]*)"|([^;]+))/i.exec(disposition ?? "") ?? [];
  const name = (encoded === undefined ? (quoted ?? bare ?? "") : decoded(encoded)).trim().replaceAll(/[/\\]/g, "_");
  return name !== "" && isStorable(name) ? name.slice(0, MAX_NAME_LENGTH).toWellFormed() : `document-${id}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Reads a page of the documents that the referrals list, with the properties of their files. */
export async function readDocumentPage(
  remote: Remote,
  { cursor, now }: { cursor: string | null; now: string },
  signal: AbortSignal,
): Promise<{ records: EmrDocument[]; faulty: FaultyRecord[]; next: string | null }> {
  const at = cursor === null ? { referrals: null, skip: 0 } : place.parse(JSON.parse(cursor));
  const body = await remote.get("/referrals", at.referrals === null ? {} : { cursor: at.referrals }, signal);
  const { records: referrals } = parseRows(listOf(body, "referrals"), referralDocuments, ["id"]);
  const listings = referrals.flatMap(({ id, patient_mrn, document_ids }) =>
    (document_ids ?? []).map((documentId) => ({ documentId, patientMrn: patient_mrn, referralEhrId: id })),
  );
  // Several referrals may list the same document: it comes with the first of them.
  const listed = [...new Map(listings.toReversed().map((each) => [each.documentId, each])).values()].toReversed();
  const records: EmrDocument[] = [];
  const faulty: FaultyRecord[] = [];
  for (const { documentId, ...owner } of listed.slice(at.skip, at.skip + PAGE_DOCUMENTS)) {
    const file = await readFile(remote, documentId, signal);
    if (file === null) {
      faulty.push({ ehrId: documentId, reason: "The EMR lists the document and does not have its file" });
      continue;
    }
    records.push({
      emrId: documentId,
      fileName: fileNameOf(file.headers["content-disposition"], documentId),
      mimeType: file.headers["content-type"]?.split(";")[0]?.trim() || "application/octet-stream",
      size: file.body.byteLength,
      sha256: createHash("sha256").update(file.body).digest("hex"),
      createdAt: now,
      ...owner,
    });
  }
  const skip = at.skip + PAGE_DOCUMENTS;
  const following = nextCursorOf(body);
  const next = skip < listed.length ? { ...at, skip } : following === null ? null : { referrals: following, skip: 0 };
  return { records, faulty, next: next && JSON.stringify(next) };
}

/** Returns the content of the documents with these ids; one that the remote lacks is left out. */
export async function readDocuments(remote: Remote, ids: string[], signal: AbortSignal) {
  const contents = new Map<string, Uint8Array>();
  for (const id of ids) {
    const file = await readFile(remote, id, signal);
    if (file !== null) contents.set(id, file.body);
  }
  return contents;
}

/** Thrown by reads that a remote does not offer. */
export const notOffered = (what: string): EmrError =>
  new EmrError("validation", `${what} is not part of the interface of the connected EMR`);

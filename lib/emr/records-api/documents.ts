import { MAX_FILE_BYTES } from "#lib/emr/http/file-size";
import { type EmrDocument, EmrError, type EmrFile, type FaultyRecord } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";
import { isStorable } from "#lib/kernel/storable-text";
import { referralDocuments } from "./records.ts";
import { type Remote, refusalOf } from "./remote.ts";
import { listOf, nextCursorOf, parseRows } from "./rows.ts";

const MAX_NAME_LENGTH = 255;

/** Returns the file name of a Content-Disposition header, without a path; null if it has none. */
export function fileNameOf(disposition: string | undefined): string | null {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? "") ?? [];
  const [, quoted, bare] = /filename=(?:"([^"]*)"|([^;]+))/i.exec(disposition ?? "") ?? [];
  const name = (encoded === undefined ? (quoted ?? bare ?? "") : decoded(encoded)).trim().replaceAll(/[/\\]/g, "_");
  return name !== "" && isStorable(name) ? beginningOf(name, MAX_NAME_LENGTH) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}

/** Returns a file of the remote; null if it has no such document (interface 4.12). */
async function readFile(remote: Remote, id: string, signal: AbortSignal): Promise<EmrFile | null> {
  const response = await remote.ask(`/documents/${encodeURIComponent(id)}`, {}, signal, { maxBytes: MAX_FILE_BYTES });
  if (response.status === 404) return null;
  if (response.status !== 200) throw refusalOf(response);
  return {
    content: response.body,
    fileName: fileNameOf(response.headers["content-disposition"]),
    mimeType: response.headers["content-type"]?.split(";")[0]?.trim() || null,
  };
}

/** Returns the documents that some referrals name by their ids, each once: several may name the same one. */
export function documentsNamedBy(rows: readonly unknown[], now: string): EmrDocument[] {
  const { records: referrals } = parseRows(rows, referralDocuments, ["id"]);
  const unseen = { fileName: null, mimeType: null, size: null, version: null, createdAt: now };
  const listed = referrals.flatMap(({ id, patient_mrn, document_ids }) =>
    (document_ids ?? []).map((emrId) => ({ emrId, ...unseen, patientMrn: patient_mrn, referralEhrId: id })),
  );
  // It comes with the first of them.
  return [...new Map(listed.toReversed().map((each) => [each.emrId, each])).values()].toReversed();
}

/**
 * Reads a page of the documents that the referrals list by their ids: only its file shows a document's name and type,
 * and nothing shows that the file has changed.
 */
export async function readDocumentPage(
  remote: Remote,
  { cursor, now }: { cursor: string | null; now: string },
  signal: AbortSignal,
): Promise<{ records: EmrDocument[]; faulty: FaultyRecord[]; next: string | null }> {
  const body = await remote.get("/referrals", cursor === null ? {} : { cursor }, signal);
  return { records: documentsNamedBy(listOf(body, "referrals"), now), faulty: [], next: nextCursorOf(body) };
}

/** Yields the files of the documents with these ids; one that the remote lacks is left out. */
export async function* readDocuments(
  remote: Remote,
  ids: string[],
  signal: AbortSignal,
): AsyncGenerator<[string, EmrFile]> {
  for (const id of ids) {
    const file = await readFile(remote, id, signal);
    if (file !== null) yield [id, file];
  }
}

/** Thrown by reads that a remote does not offer. */
export const notOffered = (what: string): EmrError =>
  new EmrError("validation", `${what} is not part of the interface of the connected EMR`);

import type { Attachment, DocumentReference } from "fhir/r4";
import type { FhirContext } from "#lib/emr/fhir/context";
import { isDone, messageOf, refusalOf } from "#lib/emr/fhir/outcome";
import { EmrError, type EmrNewDocument, type WriteOptions } from "#lib/emr/port/port";
import { beforeWriting } from "./certainty.ts";
import type { Make } from "./create.ts";
import { idsUnderKey } from "./find-write.ts";
import { isSearched } from "./guarantee.ts";
import { referenceTo } from "./references.ts";
import { writtenId } from "./written-id.ts";

const MEGABYTE = 1024 * 1024;

/** The largest file that stands in its DocumentReference: written with it at once, and small enough to be held in memory. */
const MAX_INLINE = 4 * MEGABYTE;

/** LOINC's type of a document that names no kind of note. */
const RECORDS = { system: "http://loinc.org", code: "11503-0", display: "Medical records" };

/** US Core's category, which servers of that profile require. */
const CLINICAL_NOTE = {
  system: "http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category",
  code: "clinical-note",
  display: "Clinical Note",
};

/** Servers require an author; requests name none, so it is this product. */
const AUTHOR = { display: "Clinical Records Console" };

/** Returns a document with its file in it, or at the address of another resource. */
export const newDocument = (
  { patientEhrId, referralEhrId, fileName, mimeType, category, description }: EmrNewDocument,
  file: Pick<Attachment, "data" | "url">,
  now: Date,
): DocumentReference => ({
  resourceType: "DocumentReference",
  status: "current",
  docStatus: "final",
  type: { coding: [RECORDS], text: category ?? RECORDS.display },
  category: [{ coding: [CLINICAL_NOTE], text: CLINICAL_NOTE.display }, ...(category ? [{ text: category }] : [])],
  subject: referenceTo("Patient", patientEhrId),
  date: now.toISOString(),
  author: [AUTHOR],
  ...(description ? { description } : {}),
  content: [{ attachment: { contentType: mimeType, title: fileName, creation: now.toISOString(), ...file } }],
  ...(referralEhrId === null ? {} : { context: { related: [referenceTo("ServiceRequest", referralEhrId)] } }),
});

/** Reads a small file as base64. */
async function inBase64({ parts }: EmrNewDocument): Promise<string> {
  const all: Uint8Array[] = [];
  for await (const part of parts()) all.push(part);
  return Buffer.concat(all).toString("base64");
}

/** Stores the file in a resource of its own, as it is read. Returns its id, or the words of a refusal. */
async function storeBinary(
  { server }: FhirContext,
  { mimeType, size, parts }: EmrNewDocument,
  signal: AbortSignal,
): Promise<{ id: string } | { refused: string }> {
  // Whatever becomes of the file: the document that names it is certainly not written.
  const response = await beforeWriting(
    server.send("Binary", {
      method: "POST",
      body: { size, parts },
      headers: { "content-type": mimeType, prefer: "return=minimal" },
      // Some servers answer with the file all the same.
      maxBytes: MEGABYTE,
      mayLackBody: true,
      signal,
    }),
  );
  if (!isDone(response)) {
    const error = refusalOf(response);
    return error.kind === "passing" ? beforeWriting(Promise.reject(error)) : { refused: messageOf(response) };
  }
  const id = writtenId(response, "Binary");
  if (id === null) throw new EmrError("passing", "The EMR took the file and did not state its id", { notDone: true });
  return { id };
}

/** Writes the document with its file in a Binary, which goes again if the document is refused. */
async function withBinary(context: FhirContext, filed: EmrNewDocument, making: Making): Promise<string> {
  const { options, make } = making;
  const stored = await storeBinary(context, filed, options.signal);
  if ("refused" in stored) {
    const size = `${(filed.size / MEGABYTE).toFixed(1)} MB`;
    throw new EmrError("validation", `The EMR takes no file of ${size}: ${stored.refused}`, { code: "emr_refused" });
  }
  const url = `Binary/${encodeURIComponent(stored.id)}`;
  return make(context, newDocument(filed, { url }, new Date()), options, "document").catch(async (error: unknown) => {
    const isRefused = error instanceof EmrError && error.kind === "validation";
    // A refusal of what the server has done all the same is looked for by its key.
    const held = isRefused && (await heldUnder(context, options).catch(() => "unknown"));
    if (isRefused && held === null)
      await context.server.send(url, { method: "DELETE", signal: options.signal }).catch(() => null);
    throw error;
  });
}

/** Returns the id of the document under the job's key; null if there certainly is none. */
async function heldUnder(context: FhirContext, { idempotencyKey: key, signal }: WriteOptions): Promise<string | null> {
  if (!isSearched(context.findings)) return "unknown";
  return (await idsUnderKey(context, "DocumentReference", { key, signal }))[0] ?? null;
}

/** How a document is written. */
export interface Making {
  options: WriteOptions;
  make: Make;
}

/**
 * Files a document under a job's key, once, and returns its id: in one resource with its file, or, if that is large or refused, with the
 * file in a Binary before. Throws an EmrError.
 */
export async function fileDocument(context: FhirContext, filed: EmrNewDocument, making: Making): Promise<string> {
  const { options, make } = making;
  if (filed.size <= MAX_INLINE) {
    try {
      const data = await inBase64(filed);
      return await make(context, newDocument(filed, { data }, new Date()), options, "document");
    } catch (error) {
      if (!(error instanceof EmrError) || error.kind !== "validation") throw error;
      // It may have been done all the same: then it is no refusal of the file.
      const isAbsent = (await heldUnder(context, options).catch(() => "unknown")) === null;
      if (!isAbsent) throw error;
      return await withBinary(context, filed, making).catch((other: unknown) => {
        throw other instanceof EmrError && other.kind === "validation" ? error : other;
      });
    }
  }
  if (isSearched(context.findings)) {
    const held = await beforeWriting(heldUnder(context, options));
    if (held !== null) return held;
  }
  return withBinary(context, filed, making);
}

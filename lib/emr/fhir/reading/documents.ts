import { createHash } from "node:crypto";
import type { EmrDocument } from "#lib/emr/port/port";
import { type Attachment, attachmentOf, MAX_CONTENT_BYTES, readAttachment } from "./attachments.ts";
import {
  firstMomentOf,
  idOf,
  object,
  objects,
  text,
  timeOf,
  Unreadable,
  type Untrusted,
  word,
  words,
} from "./elements.ts";
import { idIn } from "./references.ts";
import { type Reading, subjectMrns } from "./resolve.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Documents of a page: each may hold its content. */
const PAGE_DOCUMENTS = 10;
/** Size of a document whose size the server does not state, so that few of them are fetched at once. */
const ASSUMED_BYTES = 1024 * 1024;
const MAX_NAME_LENGTH = 255;

/** Returns whether a document was not entered in error. */
const isShown = ({ status, docStatus }: Untrusted): boolean =>
  word(status) !== "entered-in-error" && word(docStatus) !== "entered-in-error";

/** Returns the file name of a document, without a path. */
function fileNameOf(document: Untrusted, { title }: Attachment): string {
  const name = title || text(document.description) || words(document.type) || `document-${text(document.id)}`;
  return name.replaceAll(/[/\\]/g, "_").slice(0, MAX_NAME_LENGTH).toWellFormed();
}

/**
 * Returns the size and digest of a document. The digest of content at an address is unknown until it is read: it is "",
 * so that the content of each new or changed document is fetched.
 */
function digestOf({ data, size }: Attachment): { size: number; sha256: string } {
  if (data === null) return { size: size ?? ASSUMED_BYTES, sha256: "" };
  const content = Buffer.from(data, "base64");
  return { size: content.byteLength, sha256: createHash("sha256").update(content).digest("hex") };
}

function toRecord(
  { context }: Reading,
  patientMrn: string | null,
  document: Untrusted,
  attachment: Attachment,
): EmrDocument {
  const { server, timeZone } = context;
  const { size, sha256 } = digestOf(attachment);
  if (size > MAX_CONTENT_BYTES) throw new Unreadable(`The document exceeds ${MAX_CONTENT_BYTES} bytes`);
  const createdAt =
    firstMomentOf(document.date, timeZone) ??
    firstMomentOf(attachment.created, timeZone) ??
    timeOf(object(document.meta).lastUpdated, timeZone);
  if (createdAt === null) throw new Unreadable("The document has no date");
  const related = objects(object(document.context).related);
  return {
    emrId: idOf(document),
    fileName: fileNameOf(document, attachment),
    mimeType: attachment.contentType,
    size,
    sha256,
    patientMrn,
    referralEhrId:
      related.map((each) => idIn(each, "ServiceRequest", server.baseUrl)).find((id) => id !== null) ?? null,
    createdAt,
  };
}

/** DocumentReference → documents; and the reading of their content. */
export function documentsOf(reading: Reading) {
  const { context } = reading;
  /** The attachments of the page that was read last, whose contents are read next. */
  let latest: ReadonlyMap<string, Attachment> = new Map();

  const source: Source<"documents"> = {
    type: "DocumentReference",
    entries: PAGE_DOCUMENTS,
    maxBytes: MAX_CONTENT_BYTES,
    shownBy: ["status", "docStatus"],
    isTotal: false,
    async read(documents, signal) {
      const shown = documents.filter(isShown);
      const subjects = shown.map((resource) => ({ resource, reference: resource.subject }));
      const resolve = await reading.references.resolve(subjects, signal);
      const mrnOf = await subjectMrns(reading, shown, resolve, signal);
      const attachments = new Map<string, Attachment>();
      latest = attachments;
      return shownOf<"documents">(
        documents,
        (id) => id,
        (document) => {
          if (!isShown(document)) return null;
          const attachment = attachmentOf(document);
          if (!attachment) throw new Unreadable("The document has no content");
          attachments.set(idOf(document), attachment);
          return toRecord(reading, mrnOf(document), document, attachment);
        },
      );
    },
    ids: async (documents) => idsOf(documents.filter(isShown)),
  };

  async function attachmentById(id: string, signal: AbortSignal): Promise<Attachment | null> {
    const known = latest.get(id);
    if (known) return known;
    const document = await context.server.read("DocumentReference", id, signal);
    try {
      return document && attachmentOf(document as unknown as Untrusted);
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
  }

  /** Returns the content of the documents with these ids; one that the server lacks is left out. */
  async function readDocuments(ids: readonly string[], signal: AbortSignal): Promise<Map<string, Uint8Array>> {
    const contents = new Map<string, Uint8Array>();
    for (const id of ids) {
      const attachment = await attachmentById(id, signal);
      const content = attachment && (await readAttachment(context, attachment, signal));
      if (content) contents.set(id, content);
    }
    return contents;
  }

  return { source, readDocuments };
}

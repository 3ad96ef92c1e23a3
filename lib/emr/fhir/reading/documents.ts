import { createHash } from "node:crypto";
import type { FhirContext } from "#lib/emr/fhir/context";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { isSearchedBy } from "#lib/emr/fhir/ways";
import { MAX_FILE_BYTES, TOO_LARGE } from "#lib/emr/http/file-size";
import type { EmrDocument, EmrFile } from "#lib/emr/port/port";
import { beginningOf } from "#lib/kernel/beginning-of";
import { type Attachment, attachmentOf, readAttachment } from "./attachments.ts";
import { firstMomentOf, idOf, object, text, timeOf, Unreadable, word, words } from "./elements.ts";
import { eachOnFailure, groupsOf } from "./groups.ts";
import { lookupById } from "./lookup.ts";
import { idIn } from "./references.ts";
import { type Reading, subjectMrns } from "./resolve.ts";
import { answeredPagesOf } from "./search.ts";
import { idsOf, type Source, shownOf } from "./source.ts";

/** Documents of a page: each may hold its content. */
const PAGE_DOCUMENTS = 10;
const MAX_NAME_LENGTH = 255;
const REQUEST = "ServiceRequest";

/** Returns whether a document was not entered in error. */
const isShown = ({ status, docStatus }: Untrusted): boolean =>
  word(status) !== "entered-in-error" && word(docStatus) !== "entered-in-error";

/** Returns the file name of a document, without a path. */
function fileNameOf(document: Untrusted, { title }: Attachment): string {
  const name = title || text(document.description) || words(document.type) || `document-${text(document.id)}`;
  return beginningOf(name, MAX_NAME_LENGTH).replaceAll(/[/\\]/g, "_");
}

/**
 * Returns the size of a document, and a text that changes with its content: the digest of content that came along, else
 * the version of the resource, its last change, and the size and the hash of the file.
 */
function contentOf({ data, size, hash }: Attachment, { meta }: Untrusted): Pick<EmrDocument, "size" | "version"> {
  if (data === null) {
    const { versionId, lastUpdated } = object(meta);
    // Some servers state one version for ever, some no time: whichever of these differs tells of a change.
    const signs = [text(versionId), text(lastUpdated), size === null ? "" : String(size), hash];
    return { size, version: signs.some((sign) => sign !== "") ? signs.join(" ").trim() : null };
  }
  const content = Buffer.from(data, "base64");
  return { size: content.byteLength, version: createHash("sha256").update(content).digest("hex") };
}

interface Found {
  document: Untrusted;
  attachment: Attachment;
  patientMrn: string | null;
  patientEhrId: string | null;
  referralEhrId: string | null;
}

function toRecord({ timeZone }: FhirContext, { document, attachment, ...found }: Found): EmrDocument {
  const { size, version } = contentOf(attachment, document);
  if (size !== null && size > MAX_FILE_BYTES) throw new Unreadable(`The document ${TOO_LARGE}`);
  const createdAt =
    firstMomentOf(document.date, timeZone) ??
    firstMomentOf(attachment.created, timeZone) ??
    timeOf(object(document.meta).lastUpdated, timeZone);
  if (createdAt === null) throw new Unreadable("The document has no date");
  return {
    ...found,
    emrId: idOf(document),
    fileName: fileNameOf(document, attachment),
    // Servers state wrong types: the file's bytes tell.
    mimeType: null,
    size,
    version,
    createdAt,
  };
}

/** Returns the ids of the documents that a ServiceRequest names as its supporting information. */
const supportingIds = ({ supportingInfo }: Untrusted, baseUrl: string): string[] =>
  objectsOf(supportingInfo).flatMap((reference) => idIn(reference, "DocumentReference", baseUrl) ?? []);

/** Returns the id of the ServiceRequest to which a document says that it belongs; null without one. */
const relatedRequestOf = ({ context }: Untrusted, baseUrl: string): string | null =>
  objectsOf(object(context).related)
    .map((reference) => idIn(reference, REQUEST, baseUrl))
    .find((id) => id !== null) ?? null;

/** What a connection has seen of searches for the requests of several patients. */
interface SeenRequests {
  /** A patient who has a request: a list that ends with them shows by it that it was understood. */
  witness: string | null;
  /** True once a list lacked a patient's requests. */
  isSingle: boolean;
}

/**
 * Returns the ids of ServiceRequests by the documents that name none themselves, but are supporting information of one of
 * the same patient.
 */
async function supportedRequests(
  { server, findings }: FhirContext,
  { documents, seen }: { documents: readonly Untrusted[]; seen: SeenRequests },
  signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const requests = new Map<string, string>();
  const unrelated = documents.filter((document) => relatedRequestOf(document, server.baseUrl) === null);
  const patients = new Set(unrelated.flatMap(({ subject }) => idIn(subject, "Patient", server.baseUrl) ?? []));
  if (patients.size === 0 || !isSearchedBy(findings, REQUEST, "patient")) return requests;
  /** Reads the requests of some patients. Returns those who have any. */
  const search = async (some: readonly string[]): Promise<Set<string>> => {
    const having = new Set<string>();
    const query = new URLSearchParams({ patient: some.map((id) => `Patient/${id}`).join(",") });
    for await (const page of answeredPagesOf(server, { type: REQUEST, address: `${REQUEST}?${query}` }, signal))
      for (const request of page) {
        having.add(idIn(request.subject, "Patient", server.baseUrl) ?? "");
        for (const id of supportingIds(request, server.baseUrl)) requests.set(id, word(request.id));
      }
    return having;
  };
  const readInto = async (some: readonly string[]): Promise<void> => {
    const { witness } = seen;
    const last = witness ?? some.at(-1) ?? "";
    const list = [...some.filter((id) => id !== last), last];
    const having = await search(some.length === 1 ? some : list);
    if (having.has(last)) seen.witness = last;
    if (some.length === 1 || having.has(last)) return;
    for (const id of some.filter((each) => !having.has(each))) {
      if (!(await search([id])).has(id)) continue;
      seen.witness = id;
      seen.isSingle = true;
    }
  };
  // The documents of a patient whose requests cannot be read are shown without a referral.
  for (const some of groupsOf(server, [...patients], seen.isSingle ? 1 : PAGE_DOCUMENTS))
    await eachOnFailure(some, readInto, () => undefined, signal);
  return requests;
}

/** DocumentReference → documents; and the reading of their content. */
export function documentsOf(reading: Reading) {
  const { context } = reading;
  const { baseUrl } = context.server;
  const { loaded } = context;
  let known: Map<string, string> | null = null;
  const seen: SeenRequests = { witness: null, isSingle: false };

  /** Returns the ids of exported ServiceRequests by the documents that they name; null if none are exported. */
  async function requestsOfLoad(signal: AbortSignal): Promise<ReadonlyMap<string, string> | null> {
    if (!loaded?.has(REQUEST)) return null;
    if (known) return known;
    const requests = new Map<string, string>();
    for await (const request of loaded.each(REQUEST, signal))
      for (const id of supportingIds(request, baseUrl)) requests.set(id, word(request.id));
    known = requests;
    return requests;
  }

  /** The attachments of the page that was read last, whose contents are read next. */
  let latest: ReadonlyMap<string, Attachment> = new Map();

  async function read(documents: readonly Untrusted[], requests: ReadonlyMap<string, string>, signal: AbortSignal) {
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
        const id = idOf(document);
        attachments.set(id, attachment);
        const referralEhrId = relatedRequestOf(document, baseUrl) ?? requests.get(id) ?? null;
        const patientEhrId = resolve("Patient", { resource: document, reference: document.subject });
        return toRecord(context, { document, attachment, patientMrn: mrnOf(document), patientEhrId, referralEhrId });
      },
    );
  }

  const source: Source<"documents"> = {
    type: "DocumentReference",
    entries: PAGE_DOCUMENTS,
    maxBytes: MAX_FILE_BYTES,
    shownBy: ["status", "docStatus"],
    resourceIdOf: (id) => id,
    isTotal: false,
    async read(documents, signal) {
      const requests = loaded ? await requestsOfLoad(signal) : null;
      return read(
        documents,
        requests ?? (await supportedRequests(context, { documents: documents.filter(isShown), seen }, signal)),
        signal,
      );
    },
    ids: async (documents) => idsOf(documents.filter(isShown)),
  };

  /** A ServiceRequest may name a document as supporting information later than the document was changed. */
  const requested: Source<"documents"> = {
    type: REQUEST,
    entries: PAGE_DOCUMENTS,
    shownBy: [],
    resourceIdOf: () => null,
    isTotal: false,
    changesOnly: true,
    async read(requests, signal) {
      const named = new Map(
        requests.flatMap((request) => supportingIds(request, baseUrl).map((id) => [id, word(request.id)] as const)),
      );
      const documents = await lookupById(context, source.type, (document) => document)(named.keys(), signal);
      return read([...documents.values()], named, signal);
    },
    ids: async () => [],
  };

  async function attachmentById(id: string, signal: AbortSignal): Promise<Attachment | null> {
    const known = latest.get(id);
    if (known) return known;
    const document = await context.server.read("DocumentReference", id, signal);
    try {
      return document && attachmentOf(document);
    } catch (error) {
      if (error instanceof Unreadable) return null;
      throw error;
    }
  }

  /** Yields the files of the documents with these ids; one that the server lacks is left out. */
  async function* readDocuments(ids: readonly string[], signal: AbortSignal): AsyncGenerator<[string, EmrFile]> {
    for (const id of ids) {
      const attachment = await attachmentById(id, signal);
      const file = attachment && (await readAttachment(context, attachment, signal));
      if (file) yield [id, { ...file, fileName: null }];
    }
  }

  return { sources: [source, requested], readDocuments };
}

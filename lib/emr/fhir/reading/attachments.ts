import { type EmrResponse, EmrUnanswered } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { ownAddress } from "#lib/emr/fhir/own-address";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { MAX_FILE_BYTES } from "#lib/emr/http/file-size";
import { EmrError } from "#lib/emr/port/port";
import { type AnsweredFile, answeredFile } from "./answered-file.ts";
import { bytesOf, noFile } from "./base64.ts";
import { object, text } from "./elements.ts";
import { typeByBytes } from "./media-types.ts";
import { containedIn } from "./references.ts";

/** The content of a document: in the resource itself, or at an address. */
export interface Attachment {
  contentType: string;
  title: string;
  created: unknown;
  /** Bytes as the server states them; null if it does not. */
  size: number | null;
  /** SHA-1 as the server states it; "" if it does not. */
  hash: string;
  /** Base64; null if the content is at an address. */
  data: string | null;
  url: string;
}

const PDF = "application/pdf";
/** What nothing is known of. */
const ANY_TYPE = "application/octet-stream";

const MEDIA_TYPE = /^[\w.+-]{1,100}\/[\w.+-]{1,100}$/;

/** Returns the media type without its parameters; "" for anything that is none, such as `pdf`. */
function mediaType(value: unknown): string {
  const type = text(value).split(";")[0]?.trim().toLowerCase() ?? "";
  return MEDIA_TYPE.test(type) ? type : "";
}

/** Content within an address, or in front of base64 where a server puts such an address into `data`. */
const DATA_URI = /^data:([^,]*),(.*)$/is;

/** Returns the base64 and the type of content that came along, whether or not it is a data URI; null for none. */
function inlineOf(value: unknown): { data: string; type: string } | null {
  const given = typeof value === "string" ? value.trim() : "";
  if (given === "") return null;
  const [, head = "", body = ""] = DATA_URI.exec(given) ?? [];
  if (!isDataUri(given)) return { data: given, type: "" };
  const bytes = percentDecoded(body);
  const isBase64 = /;\s*base64\s*(;|$)/i.test(head);
  return { data: isBase64 ? bytes.toString("latin1") : bytes.toString("base64"), type: mediaType(head) };
}

const isDataUri = (address: string): boolean => /^data:/i.test(address);

/** Returns the bytes of text of an address. */
const percentDecoded = (text: string): Buffer =>
  Buffer.concat(
    text
      .split("%")
      .map((part, index) =>
        index > 0 && /^[0-9a-f]{2}/i.test(part)
          ? Buffer.concat([Buffer.from(part.slice(0, 2), "hex"), Buffer.from(part.slice(2))])
          : Buffer.from(index > 0 ? `%${part}` : part),
      ),
  );

/** Returns an attachment with its content: one that names a resource inside the document has that of the resource. */
function resolved(document: Untrusted, attachment: Untrusted): Untrusted {
  const contained = containedIn(document, { reference: attachment.url });
  const { data, contentType } = contained ?? {};
  return contained ? { contentType, ...attachment, data, url: undefined } : attachment;
}

/** Returns the content of a DocumentReference: of several formats the PDF, else the first. Null without any. */
export function attachmentOf(document: Untrusted): Attachment | null {
  const found = objectsOf(document.content)
    .map(({ attachment }) => resolved(document, object(attachment)))
    .filter(({ data, url }) => (typeof data === "string" && data !== "") || text(url) !== "");
  const chosen = found.find(({ contentType }) => mediaType(contentType) === PDF) ?? found[0];
  if (!chosen) return null;
  const { size, hash } = chosen;
  const inline = inlineOf(chosen.data) ?? (isDataUri(text(chosen.url)) ? inlineOf(chosen.url) : null);
  return {
    contentType: mediaType(chosen.contentType) || inline?.type || ANY_TYPE,
    title: text(chosen.title),
    created: chosen.creation,
    size: typeof size === "number" && Number.isInteger(size) && size >= 0 ? size : null,
    hash: text(hash),
    data: inline?.data ?? null,
    url: text(chosen.url),
  };
}

/** Asks an address of another origin. Throws an EmrError. */
async function askElsewhere({ server }: FhirContext, url: URL, signal: AbortSignal): Promise<EmrResponse> {
  try {
    return await server.askElsewhere(url, { signal, maxBytes: MAX_FILE_BYTES });
  } catch (error) {
    if (!(error instanceof EmrUnanswered)) throw error;
    throw new EmrError(error.kind === "failed" || error.kind === "timed_out" ? "passing" : "validation", error.message);
  }
}

/** Statuses by which a server refuses the type that it is asked for. */
const OTHER_TYPE = [400, 406, 415];

/** Asks an address of the server for a file in its own type, and as FHIR if the server refuses that. */
async function askOwn(
  { server }: FhirContext,
  { url, contentType }: { url: URL; contentType: string },
  signal: AbortSignal,
): Promise<EmrResponse> {
  const ask = (accept: string) => server.ask(url.href, { signal, headers: { accept }, maxBytes: MAX_FILE_BYTES });
  const response = await ask(contentType === ANY_TYPE ? "*/*" : `${contentType}, */*;q=0.1`);
  return OTHER_TYPE.includes(response.status) ? ask("application/fhir+json, application/fhir+xml;q=0.9") : response;
}

async function bytesAt(
  context: FhirContext,
  { url: address, contentType }: Attachment,
  signal: AbortSignal,
): Promise<AnsweredFile | null> {
  // What a fragment names is inside the document, and was not found there.
  const own = address.startsWith("#") ? null : ownAddress(address, context.server.baseUrl);
  if (own !== null) return answeredFile(await askOwn(context, { url: own, contentType }, signal));
  const elsewhere = URL.parse(address);
  if (elsewhere === null || !/^https?:$/.test(elsewhere.protocol))
    throw new EmrError("validation", "The document's file has an address at which nothing can be read");
  return answeredFile(await askElsewhere(context, elsewhere, signal));
}

/**
 * Reads the content of an attachment, with its type by its bytes; null if the server does not have it. Throws an EmrError, also
 * for content that is no file.
 */
export async function readAttachment(
  context: FhirContext,
  attachment: Attachment,
  signal: AbortSignal,
): Promise<{ content: Uint8Array; mimeType: string } | null> {
  const { data, contentType } = attachment;
  const file = data === null ? await bytesAt(context, attachment, signal) : { content: bytesOf(data), type: "" };
  if (file === null) return null;
  const stated = contentType === ANY_TYPE ? mediaType(file.type) || ANY_TYPE : contentType;
  const mimeType = file.content.byteLength === 0 ? null : typeByBytes(file.content, stated);
  if (mimeType === null) throw noFile();
  return { content: file.content, mimeType };
}

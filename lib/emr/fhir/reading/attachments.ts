import { type EmrResponse, EmrUnanswered } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { refusalOf } from "#lib/emr/fhir/outcome";
import { ownAddress } from "#lib/emr/fhir/own-address";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { MAX_FILE_BYTES } from "#lib/emr/http/file-size";
import { jsonOf } from "#lib/emr/http/json";
import { EmrError } from "#lib/emr/port/port";
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

/** Returns the media type without its parameters; "" without one. */
const mediaType = (value: unknown): string => text(value).split(";")[0]?.trim().toLowerCase() ?? "";

/** Content within an address, or in front of base64 where a server puts such an address into `data`. */
const DATA_URI = /^data:([^,]*),(.*)$/s;

/** Returns the base64 and the type of content that came along, whether or not it is a data URI; null for none. */
function inlineOf(value: unknown): { data: string; type: string } | null {
  const given = typeof value === "string" ? value.trim() : "";
  if (given === "") return null;
  const [, head = "", body = ""] = DATA_URI.exec(given) ?? [];
  if (!given.startsWith("data:")) return { data: given, type: "" };
  const isBase64 = /;base64$/i.test(head);
  const data = isBase64 ? body : Buffer.from(percentDecoded(body)).toString("base64");
  return { data, type: mediaType(head.replace(/;base64$/i, "")) };
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

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
  const inline = inlineOf(chosen.data) ?? (text(chosen.url).startsWith("data:") ? inlineOf(chosen.url) : null);
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

const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

const noFile = () => new EmrError("validation", "The document's content is no file");

/** Returns the bytes of base64. Throws an EmrError for other text, of which nothing but rubbish would come. */
function bytesOf(base64: string): Buffer {
  const given = base64.replaceAll(/\s/g, "");
  if (given === "" || !BASE64.test(given)) throw noFile();
  return Buffer.from(given, "base64");
}

/** A Binary as XML. */
const XML_BINARY = /^\s*(?:<\?xml[^>]*\?>\s*)?<(?:\w+:)?Binary[\s>]/;
const XML_DATA = /<(?:\w+:)?data\s+value\s*=\s*["']([^"']*)["']/;

/** Returns the content of an answer: a server may answer with the Binary as a resource, whatever it is asked for. */
function contentOf(response: EmrResponse): Uint8Array | null {
  if (response.status === 404 || response.status === 410) return null;
  if (response.status < 200 || response.status > 299) throw refusalOf(response);
  const type = response.headers["content-type"] ?? "";
  const resource = /\bjson\b/i.test(type) ? jsonOf(response) : null;
  if (resource?.resourceType === "OperationOutcome") throw refusalOf(response);
  if (resource?.resourceType === "Binary") return typeof resource.data === "string" ? bytesOf(resource.data) : null;
  if (/\bxml\b/i.test(type) && XML_BINARY.test(response.body.toString("latin1", 0, 400))) {
    const [, data] = XML_DATA.exec(response.body.toString("utf8")) ?? [];
    return data === undefined ? null : bytesOf(data);
  }
  return response.body;
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
  return OTHER_TYPE.includes(response.status) ? ask("application/fhir+json") : response;
}

async function bytesAt(
  context: FhirContext,
  { url: address, contentType }: Attachment,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  const own = ownAddress(address, context.server.baseUrl);
  if (own !== null) return contentOf(await askOwn(context, { url: own, contentType }, signal));
  const elsewhere = URL.parse(address);
  if (elsewhere === null || !/^https?:$/.test(elsewhere.protocol))
    throw new EmrError("validation", "The document's file has an address at which nothing can be read");
  return contentOf(await askElsewhere(context, elsewhere, signal));
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
  const { data } = attachment;
  const content = data === null ? await bytesAt(context, attachment, signal) : bytesOf(data);
  if (content === null) return null;
  const mimeType = content.byteLength === 0 ? null : typeByBytes(content, attachment.contentType);
  if (mimeType === null) throw noFile();
  return { content, mimeType };
}

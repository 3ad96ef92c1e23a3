import { type EmrResponse, EmrUnanswered } from "#lib/egress/emr-client";
import type { FhirContext } from "#lib/emr/fhir/context";
import { refusalOf } from "#lib/emr/fhir/outcome";
import { ownAddress } from "#lib/emr/fhir/own-address";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { MAX_FILE_BYTES } from "#lib/emr/http/file-size";
import { jsonOf } from "#lib/emr/http/json";
import { EmrError } from "#lib/emr/port/port";
import { object, text } from "./elements.ts";

/** The content of a document: in the resource itself, or at an address. */
export interface Attachment {
  contentType: string;
  title: string;
  created: unknown;
  /** Bytes as the server states them; null if it does not. */
  size: number | null;
  /** Base64; null if the content is at an address. */
  data: string | null;
  url: string;
}

const PDF = "application/pdf";

/** Returns the media type without its parameters. */
const mediaType = (value: unknown): string => text(value).split(";")[0]?.trim().toLowerCase() ?? "";

/** Returns the content of a DocumentReference: of several formats the PDF, else the first. Null without any. */
export function attachmentOf(document: Untrusted): Attachment | null {
  const found = objectsOf(document.content)
    .map(({ attachment }) => object(attachment))
    .filter(({ data, url }) => (typeof data === "string" && data !== "") || text(url) !== "");
  const chosen = found.find(({ contentType }) => mediaType(contentType) === PDF) ?? found[0];
  if (!chosen) return null;
  const { data, size } = chosen;
  return {
    contentType: mediaType(chosen.contentType) || "application/octet-stream",
    title: text(chosen.title),
    created: chosen.creation,
    size: typeof size === "number" && Number.isInteger(size) && size >= 0 ? size : null,
    data: typeof data === "string" && data !== "" ? data : null,
    url: text(chosen.url),
  };
}

const bytesOf = (base64: string): Buffer => Buffer.from(base64, "base64");

/** Returns the content of an answer: a server may answer with the Binary as a resource, whatever it is asked for. */
function contentOf(response: EmrResponse): Uint8Array | null {
  if (response.status === 404 || response.status === 410) return null;
  if (response.status < 200 || response.status > 299) throw refusalOf(response);
  const isJson = /\bjson\b/i.test(response.headers["content-type"] ?? "");
  const resource = isJson ? jsonOf(response) : null;
  if (resource?.resourceType !== "Binary") return response.body;
  return typeof resource.data === "string" ? bytesOf(resource.data) : null;
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

/** Reads the content of an attachment; null if the server does not have it. Throws an EmrError. */
export async function readAttachment(
  context: FhirContext,
  { data, url: address, contentType }: Attachment,
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (data !== null) return bytesOf(data);
  const { server } = context;
  const own = ownAddress(address, server.baseUrl);
  if (own === null) {
    const elsewhere = URL.parse(address);
    if (elsewhere === null || !/^https?:$/.test(elsewhere.protocol))
      throw new EmrError("validation", "The document's file has an address at which nothing can be read");
    return contentOf(await askElsewhere(context, elsewhere, signal));
  }
  const headers = { accept: contentType === "application/octet-stream" ? "*/*" : `${contentType}, */*;q=0.1` };
  return contentOf(await server.ask(own.href, { signal, headers, maxBytes: MAX_FILE_BYTES }));
}

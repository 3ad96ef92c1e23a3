import type { EmrResponse } from "#lib/egress/emr-client";
import { refusalOf } from "#lib/emr/fhir/outcome";
import { jsonOf } from "#lib/emr/http/json";
import { bytesOf, noFile } from "./base64.ts";

/** A file as a server answered it. */
export interface AnsweredFile {
  content: Uint8Array;
  /** Its media type as the answer states it; "" if it does not. */
  type: string;
}

/** Bytes in which a document in XML names its root element. */
const HEAD = 2_000;

/** What may stand before the root element of a document in XML, by its begin and end. */
const BEFORE_ROOT = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!", ">"],
] as const;

/** Returns an answer's first characters, without a byte order mark and what stands before a root element in XML. */
function headOf({ body }: EmrResponse): string {
  for (let from = 0; ; ) {
    const text = body.toString("utf8", from, from + HEAD);
    const head = text.trimStart();
    const [, end] = BEFORE_ROOT.find(([begin]) => head.startsWith(begin)) ?? [];
    if (end === undefined) return head;
    const at = body.indexOf(end, from);
    if (at < 0) return head;
    from = at + end.length;
  }
}

/** Returns the resource that an answer in JSON is, whatever type it states; null for a file. */
function jsonResource(response: EmrResponse, head: string): Record<string, unknown> | null {
  // Some servers write the members by their names: `resourceType` then stands behind the content.
  return head.startsWith("{") && response.body.includes('"resourceType"') ? jsonOf(response) : null;
}

/** Returns the type of the resource that an answer in XML is, whatever type it states; null for a file. */
function xmlResource(head: string): string | null {
  if (!head.startsWith("<") || !head.includes("http://hl7.org/fhir")) return null;
  const [, name = ""] = /<([A-Za-z][\w:]*)/.exec(head) ?? [];
  return name.split(":").at(-1) ?? null;
}

/** Returns the value of the first element with this name in a resource as XML; null without one. */
function xmlValue(xml: string, name: string): string | null {
  const start = [`<${name} `, `:${name} `, `<${name}\n`].map((begin) => xml.indexOf(begin)).filter((at) => at >= 0);
  if (start.length === 0) return null;
  const from = Math.min(...start);
  const element = xml.slice(from, xml.indexOf(">", from));
  const [opening = "", quote = ""] = /\bvalue\s*=\s*(["'])/.exec(element) ?? [];
  if (quote === "") return null;
  const begin = element.indexOf(opening) + opening.length;
  // Lines of base64 may be separated by references to characters.
  return element.slice(begin, element.indexOf(quote, begin)).replaceAll(/&#x?[0-9a-fA-F]+;/g, "\n");
}

/**
 * Returns the file of an answer, also of one that is a Binary as a resource, in JSON or XML and whatever type it states; null if the
 * server has no such file. Throws an EmrError for a refusal, also one that is answered as a success.
 */
export function answeredFile(response: EmrResponse): AnsweredFile | null {
  if (response.status === 404 || response.status === 410) return null;
  if (response.status < 200 || response.status > 299) throw refusalOf(response);
  const head = headOf(response);
  const json = jsonResource(response, head);
  if (json?.resourceType === "OperationOutcome") throw refusalOf(response);
  if (json?.resourceType === "Binary") {
    const { data, contentType } = json;
    const type = typeof contentType === "string" ? contentType : "";
    return typeof data === "string" && data !== "" ? { content: bytesOf(data), type } : null;
  }
  const xml = xmlResource(head);
  if (xml === "OperationOutcome") throw noFile();
  if (xml === "Binary") {
    const whole = response.body.toString("utf8");
    const data = xmlValue(whole, "data");
    return data === null || data === "" ? null : { content: bytesOf(data), type: xmlValue(whole, "contentType") ?? "" };
  }
  return { content: response.body, type: response.headers["content-type"] ?? "" };
}

import { createHash } from "node:crypto";
import { type EmrResponse, EmrUnanswered, emrClient } from "#lib/egress/emr-client";
import { brand } from "#lib/kernel/brand";
import { type Named, readPage } from "./resources.ts";

const MEGABYTE = 1024 * 1024;
/** The largest directories have about a hundred thousand practices, of about a kilobyte each. */
const MAX_PAGE_BYTES = 192 * MEGABYTE;
const MAX_BYTES = 2 * MAX_PAGE_BYTES;
const MAX_PAGES = 2_000;
const MAX_REDIRECTS = 5;
const DEADLINE_MS = 300_000;

/** Thrown if a directory cannot be read; says why, in words for the operator. */
export class Unreadable extends Error {
  static {
    brand(Unreadable, "Unreadable");
  }
}

/** What a publisher shows. */
export interface Publication {
  resources: Named[];
  /** SHA-256 of all of it, in hex. */
  digest: string;
}

/** Reads the content of a file. Throws Unreadable for text that is no FHIR. */
export function readContent(content: Buffer): Publication & { next: string | null } {
  try {
    const page = readPage(content.toString("utf8"));
    return { ...page, digest: createHash("sha256").update(content).digest("hex") };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const begins = content.subarray(0, 200).toString("utf8").trimStart();
    throw new Unreadable(begins.startsWith("<") ? "It is a web page or XML, not JSON" : "It is not valid JSON");
  }
}

const targetOf = (address: string, base: string): string => {
  const url = URL.parse(address, base);
  if (url === null || !["http:", "https:"].includes(url.protocol))
    throw new Unreadable("It leads to an address that is no URL of a server");
  return url.href;
};

/** Asks an address, and what it redirects to. Each is judged as that of an EMR: public, by https. Throws Unreadable. */
async function ask(address: string, signal: AbortSignal): Promise<{ response: EmrResponse; from: string }> {
  const options = {
    headers: { accept: "application/fhir+json, application/json", "accept-encoding": "gzip" },
    maxBytes: MAX_PAGE_BYTES,
    deadlineMs: DEADLINE_MS,
    signal,
  };
  let from = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await emrClient({ baseUrl: new URL(from).origin })(from, options);
    const { location } = response.headers;
    if (response.status < 300 || response.status > 399 || !location) return { response, from };
    from = targetOf(location, from);
  }
  throw new Unreadable(`It redirects more than ${MAX_REDIRECTS} times`);
}

const askInWords = (address: string, signal: AbortSignal) =>
  ask(address, signal).catch((error: unknown) => {
    throw error instanceof EmrUnanswered
      ? new Unreadable(error.message.replaceAll("the EMR's", "its").replaceAll("EMR", "publisher"))
      : error;
  });

/**
 * Reads what a publisher shows at an address, with all of its pages. Throws Unreadable, also for a directory of more than
 * 384 MB or 2,000 pages.
 */
export async function publishedAt(address: string, signal = new AbortController().signal): Promise<Publication> {
  const resources: Named[] = [];
  const digest = createHash("sha256");
  let bytes = 0;
  let next: string | null = targetOf(address, address);
  for (let pages = 0; next !== null; pages++) {
    if (pages >= MAX_PAGES) throw new Unreadable(`It has more than ${MAX_PAGES.toLocaleString("en-US")} pages`);
    const { response, from } = await askInWords(next, signal);
    if (response.status !== 200) throw new Unreadable(`The publisher answered ${response.status}`);
    bytes += response.body.byteLength;
    if (bytes > MAX_BYTES) throw new Unreadable(`It is larger than ${MAX_BYTES / MEGABYTE} MB`);
    const page = readContent(response.body);
    for (const each of page.resources) resources.push(each);
    digest.update(page.digest);
    next = page.next === null ? null : targetOf(page.next, from);
  }
  return { resources, digest: digest.digest("hex") };
}

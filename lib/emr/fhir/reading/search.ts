import { assertNotTooLong } from "#lib/emr/fhir/long-search";
import { refusalOf, statesFailure } from "#lib/emr/fhir/outcome";
import { ownAddress } from "#lib/emr/fhir/own-address";
import type { FhirServer } from "#lib/emr/fhir/server";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { jsonOf } from "#lib/emr/http/json";
import { EmrError } from "#lib/emr/port/port";
import { object, timeOf, word } from "./elements.ts";
import { withPage } from "./repeated-pages.ts";

/** A page of a search. */
export interface FoundPage {
  /** The resources of the searched type, without those that the server included. */
  resources: Untrusted[];
  /** Number of entries of any kind. */
  entries: number;
  /** The page's own link to the next one, as it came; null on the last page. */
  next: string | null;
  total: number | null;
  /** The moment of the answer by the server's own clock; null if it states none. */
  at: string | null;
}

function momentOfAnswer(bundle: Untrusted, date: string | undefined): string | null {
  const stated = timeOf(object(bundle.meta).lastUpdated, "UTC");
  const sent = Date.parse(date ?? "");
  return stated ?? (Number.isNaN(sent) ? null : new Date(sent).toISOString());
}

/** A search of one type, or a page of it. */
interface AskedSearch {
  type: string;
  /** `Type?query`, or an absolute address of a link. */
  address: string;
  maxBytes?: number;
  /** True for the address of a link. */
  isLink?: boolean;
  /** True for one that must not be cached: some servers repeat the result of the same search for a minute. */
  fresh?: boolean;
}

/** Reads one page of a search. Throws an EmrError. */
export async function searchPage(
  server: FhirServer,
  { type, address, maxBytes, fresh = false, isLink = false }: AskedSearch,
  signal: AbortSignal,
): Promise<FoundPage> {
  const response = await server.ask(address, {
    signal,
    ...(maxBytes === undefined ? {} : { maxBytes }),
    ...(fresh ? { headers: { "cache-control": "no-cache" } } : {}),
  });
  assertNotTooLong(server.baseUrl, address, response);
  // Some servers answer with 404 that a search finds nothing; a page of theirs that is not found is another matter.
  const isEmpty = response.status === 404 && !isLink && jsonOf(response)?.resourceType === "OperationOutcome";
  if (isEmpty)
    return { resources: [], entries: 0, next: null, total: 0, at: momentOfAnswer({}, response.headers.date) };
  if (response.status < 200 || response.status > 299) throw refusalOf(response);
  const answered = jsonOf(response);
  if (answered?.resourceType !== "Bundle")
    throw new EmrError("passing", "The EMR's answer to a search is not a Bundle");
  const bundle = server.reached(answered, type);
  const entries = objectsOf(bundle.entry);
  if (entries.some(({ resource }) => statesFailure(resource)))
    throw new EmrError("passing", "The EMR states that its search failed", { notDone: true });
  const resources = entries.map(({ resource }) => object(resource)).filter(({ resourceType }) => resourceType === type);
  const next = word(objectsOf(bundle.link).find(({ relation }) => relation === "next")?.url);
  return {
    resources,
    entries: entries.length,
    next: next === "" ? null : next,
    total: typeof bundle.total === "number" ? bundle.total : null,
    at: momentOfAnswer(bundle, response.headers.date),
  };
}

/**
 * Returns the absolute address of a page's `next` link. Throws an EmrError if it leads to another origin, because the
 * server's credentials go nowhere else.
 */
export function addressOfNext(next: string, { baseUrl, asked }: { baseUrl: string; asked: string }): string {
  const url = ownAddress(next, baseUrl, asked);
  if (url === null) throw new EmrError("validation", "The EMR's link to its next page leads to another address");
  return url.href;
}

/** Reads the pages of a search one after the other, by the server's links. Throws an EmrError. */
export async function* pagesOf(
  server: FhirServer,
  search: AskedSearch,
  signal: AbortSignal,
): AsyncGenerator<Untrusted[]> {
  let known: string[] = [];
  for (let address = search.address; ; ) {
    const page = await searchPage(server, { ...search, address, isLink: address !== search.address }, signal);
    const pages = withPage(known, page);
    // The pages have no end: the following ones bring nothing new.
    if (pages === null) return;
    known = pages;
    yield page.resources;
    if (page.next === null) return;
    address = addressOfNext(page.next, { baseUrl: server.baseUrl, asked: address });
  }
}

/** As `pagesOf`, but without a page if the server refuses the search. */
export async function* answeredPagesOf(
  server: FhirServer,
  search: AskedSearch,
  signal: AbortSignal,
): AsyncGenerator<Untrusted[]> {
  try {
    yield* pagesOf(server, search, signal);
  } catch (error) {
    if (!(error instanceof EmrError) || error.kind === "passing") throw error;
  }
}

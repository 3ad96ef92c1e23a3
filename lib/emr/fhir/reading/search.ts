import { refusalOf } from "#lib/emr/fhir/outcome";
import type { FhirServer } from "#lib/emr/fhir/server";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { jsonOf } from "#lib/emr/http/json";
import { EmrError } from "#lib/emr/port/port";
import { object, timeOf, word } from "./elements.ts";

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

/** Throws an EmrError if the server says within a successful answer that its search failed. */
function refuseFailures(entries: readonly Untrusted[]): void {
  const issues = entries
    .map(({ resource }) => object(resource))
    .filter(({ resourceType }) => resourceType === "OperationOutcome")
    .flatMap(({ issue }) => objectsOf(issue));
  if (issues.some(({ severity }) => severity === "fatal" || severity === "error"))
    throw new EmrError("passing", "The EMR states that its search failed", { notDone: true });
}

/** Reads one page of a search: `address` is `Type?query`, or an absolute address of a link. Throws an EmrError. */
export async function searchPage(
  server: FhirServer,
  { type, address, maxBytes }: { type: string; address: string; maxBytes?: number },
  signal: AbortSignal,
): Promise<FoundPage> {
  const response = await server.ask(address, { signal, ...(maxBytes === undefined ? {} : { maxBytes }) });
  if (response.status < 200 || response.status > 299) throw refusalOf(response);
  const bundle = jsonOf(response);
  if (bundle?.resourceType !== "Bundle") throw new EmrError("passing", "The EMR's answer to a search is not a Bundle");
  const entries = objectsOf(bundle.entry);
  refuseFailures(entries);
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
  const base = `${baseUrl}/`;
  const url = URL.parse(next, next.startsWith("?") ? new URL(asked, base).href : base);
  if (url === null || url.origin !== new URL(base).origin || url.username !== "" || url.password !== "")
    throw new EmrError("validation", "The EMR's link to its next page leads to another address");
  return url.href;
}

/** Reads the pages of a search one after the other, by the server's links. Throws an EmrError. */
export async function* pagesOf(
  server: FhirServer,
  search: { type: string; address: string },
  signal: AbortSignal,
): AsyncGenerator<Untrusted[]> {
  const asked = new Set<string>();
  for (let address = search.address; !asked.has(address); ) {
    asked.add(address);
    const page = await searchPage(server, { ...search, address }, signal);
    yield page.resources;
    if (page.next === null) return;
    address = addressOfNext(page.next, { baseUrl: server.baseUrl, asked: address });
  }
  throw new EmrError("passing", "The EMR's pages do not advance");
}

/** As `pagesOf`, but without a page if the server refuses the search. */
export async function* answeredPagesOf(
  server: FhirServer,
  search: { type: string; address: string },
  signal: AbortSignal,
): AsyncGenerator<Untrusted[]> {
  try {
    yield* pagesOf(server, search, signal);
  } catch (error) {
    if (!(error instanceof EmrError) || error.kind === "passing") throw error;
  }
}

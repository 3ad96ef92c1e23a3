import { z } from "zod";
import type { FhirContext } from "#lib/emr/fhir/context";
import { withPage } from "#lib/emr/fhir/reading/repeated-pages";
import { addressOfNext, searchPage } from "#lib/emr/fhir/reading/search";
import { noteTotal, wholenessOf } from "#lib/emr/fhir/reading/wholeness";
import type { Untrusted } from "#lib/emr/fhir/untrusted";

/** Entries of a page, if the probe found no lower limit. */
const PAGE_ENTRIES = 200;

/** The place in the pages of one narrow search. */
export const slicePlace = z.object({
  /** Address of the next page by the server's own link; null for the first page. */
  link: z.string().nullable(),
  /** Entries that a page is asked for; null for as many as the server allows. */
  size: z.number().int().nullable(),
  entries: z.number().int(),
  pages: z.array(z.string()),
});

export type SlicePlace = z.infer<typeof slicePlace>;

export const FIRST_PAGE: SlicePlace = { link: null, size: null, entries: 0, pages: [] };

/** A search that is narrow enough to be read by the server's links. */
export interface Slice {
  type: string;
  parameters: readonly (readonly [name: string, value: string])[];
  /** Most entries of a page. */
  entries?: number;
  maxBytes?: number;
}

/** One page of a narrow search. */
interface SlicePage {
  resources: Untrusted[];
  next: SlicePlace | null;
  /** After the last page: why it is not known that the search was whole; null if it is. */
  doubt: string | null;
}

/** Entries of the largest page of a type that a server was seen to return whole: a smaller one was not cut. */
const largest = new WeakMap<FhirContext["server"], Map<string, number>>();

function largestOf({ server }: FhirContext): Map<string, number> {
  const known = largest.get(server) ?? new Map<string, number>();
  largest.set(server, known);
  return known;
}

/** Reads one page of a narrow search. Throws an EmrError. */
export async function readSlice(
  context: FhirContext,
  slice: Slice,
  place: SlicePlace,
  signal: AbortSignal,
): Promise<SlicePage> {
  const { server, findings } = context;
  const { type, parameters, entries: most = PAGE_ENTRIES, maxBytes } = slice;
  const addressOf = (count: number): string =>
    `${type}?${new URLSearchParams([...parameters.map(([name, value]) => [name, value]), ["_count", String(count)]])}`;
  const ask = (address: string, isLink = false) =>
    searchPage(server, { type, address, isLink, ...(maxBytes === undefined ? {} : { maxBytes }) }, signal);
  const address = place.link ?? addressOf(Math.min(most, place.size ?? findings.page_size ?? most));
  const found = await ask(address, place.link !== null);
  noteTotal(context, found);
  const { resources } = found;
  const end = (doubt: string | null): SlicePage => ({ resources, next: null, doubt });
  const pages = withPage(place.pages, found);
  if (pages === null) return { resources: [], next: null, doubt: `The EMR's pages of ${type} repeat and have no end` };
  const entries = place.entries + found.entries;
  if (found.next !== null) {
    const link = addressOfNext(found.next, { baseUrl: server.baseUrl, asked: address });
    return { resources, next: { ...place, link, entries, pages }, doubt: null };
  }
  if (place.link !== null)
    return end(
      found.total !== null && found.total > entries
        ? `The EMR states more of ${type} for one practitioner or patient than its pages had`
        : null,
    );
  const known = largestOf(context);
  if (found.entries < (known.get(type) ?? 0)) return end(null);
  const wholeness = await wholenessOf(context, found, (count) => ask(addressOf(count)));
  if (wholeness === "cut" && place.size !== found.entries)
    return { resources: [], next: { ...FIRST_PAGE, size: found.entries }, doubt: null };
  if (wholeness !== "whole")
    return end(`The EMR returns ${found.entries} of ${type} and does not show whether there are more`);
  known.set(type, found.entries);
  return end(null);
}

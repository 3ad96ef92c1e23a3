import { z } from "zod";
import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError } from "#lib/emr/port/port";
import { object, timeOf, word } from "./elements.ts";
import { addressOfNext, type FoundPage, searchPage } from "./search.ts";

/** Entries of a page, if the probe found no lower limit. */
const PAGE_ENTRIES = 200;
/** A change may become visible this long after the moment that it carries, as a transaction ends after it began. */
const SETTLING_MS = 60_000;
/** How often a search begins anew because the server has forgotten its pages, or may have shifted them. */
const MAX_RESTARTS = 3;

/**
 * How a search is asked, the best way first. `sorted`: in an order that paging keeps, with few elements if few are
 * needed. `plain`: with nothing that a server might not know. `bare`: without a page size either.
 */
const form = z.enum(["sorted", "plain", "bare"]);

/** Since when a later search finds what changed, and the form in which the server answered. */
export const searchMark = z.object({ at: z.string(), form });

export type SearchMark = z.infer<typeof searchMark>;

/** The place in the pages of one search, as a cursor carries it. */
export const searchPlace = z.object({
  form,
  /** Whether the server's order by `_lastUpdated` is relied on: it must be proved before. */
  order: z.enum(["unproved", "proved", "none"]),
  /** Least `_lastUpdated` of the next page; null for all. */
  from: z.string().nullable(),
  /** Ids that an earlier page returned with that `_lastUpdated`. */
  returned: z.array(z.string()),
  /** Address of the next page by the server's own link; null if it is asked for by `from`. */
  link: z.string().nullable(),
  isFirst: z.boolean(),
  restarts: z.number().int(),
  /** The server's moment at the first page. */
  begun: z.string().nullable(),
  /**
   * The list at its first page: the number of all resources, and a moment after their last change. Null if that cannot be told,
   * or need not.
   */
  start: z.object({ total: z.number(), after: z.string() }).nullable(),
  /** The latest `meta.lastUpdated` so far; null in a search for all. */
  newest: z.string().nullable(),
});

export type SearchPlace = z.infer<typeof searchPlace>;

/** A search of one type of resource. */
export interface Search {
  type: string;
  /** The elements that are needed besides `id` and `meta`; all by default. */
  elements?: readonly string[];
  /** Most entries of a page. */
  entries?: number;
  /** True if the list is read again if its pages may have shifted: a resource that one pass misses is in another. */
  isRepeated?: true;
  maxBytes?: number;
  /** Search parameters that narrow the result. */
  only?: readonly (readonly [name: string, value: string])[];
}

/** One page of a search. */
export interface SearchedPage {
  resources: Untrusted[];
  /** Number of the resources of the whole search, on its first page, if the server states it. */
  total: number | null;
  /** Null after the last page. */
  next: SearchPlace | null;
  /** For a later search, after the last page; null if the server states no time. */
  mark: SearchMark | null;
}

const floored = (moment: number, resolution: number): string =>
  new Date(Math.floor(moment / resolution) * resolution).toISOString();

/** Returns the place of a search's first page. With a mark it finds what changed since, with an overlap. */
export function firstPlace({ findings }: FhirContext, mark: SearchMark | null): SearchPlace {
  const { last_updated_resolution_ms: resolution } = findings;
  return {
    form: mark?.form ?? "sorted",
    order: findings.last_updated === "works" ? "unproved" : "none",
    from: mark && floored(Date.parse(mark.at) - SETTLING_MS - resolution, resolution),
    returned: [],
    link: null,
    isFirst: true,
    restarts: 0,
    begun: null,
    start: null,
    newest: mark?.at ?? null,
  };
}

const stampOf = ({ meta }: Untrusted): string => timeOf(object(meta).lastUpdated, "UTC") ?? "";

/** Returns whether all resources state their last change, and came in its order. */
const isInOrder = (stamps: readonly string[]): boolean =>
  stamps.every((stamp, index) => stamp !== "" && stamp >= (stamps[index - 1] ?? ""));

const entriesOf = ({ findings }: FhirContext, { entries = PAGE_ENTRIES }: Search): number =>
  Math.min(entries, findings.page_size ?? entries);

function addressOf(context: FhirContext, search: Search, place: SearchPlace): string {
  const query = new URLSearchParams();
  // A server of whole seconds may not know a fraction.
  if (place.from !== null) query.set("_lastUpdated", `ge${place.from.replace(".000Z", "Z")}`);
  if (place.form !== "bare") query.set("_count", String(entriesOf(context, search)));
  if (place.form === "sorted") {
    query.set("_sort", context.findings.last_updated === "works" ? "_lastUpdated" : "_id");
    if (search.elements) query.set("_elements", ["id", "meta", ...search.elements].join(","));
  }
  for (const [name, value] of search.only ?? []) query.append(name, value);
  return query.size === 0 ? search.type : `${search.type}?${query}`;
}

/** Returns the first page of a search in the next simpler form; null after the last one. */
function simpler(place: SearchPlace): SearchPlace | null {
  const next = form.options[form.options.indexOf(place.form) + 1];
  return next === undefined ? null : { ...place, form: next, order: "none" };
}

/**
 * Returns the place of a search whose page was refused: the same without the link that the server has forgotten, or the
 * first page in a simpler form. Null if neither is left.
 */
function placeAfterRefusal(place: SearchPlace): SearchPlace | null {
  if (place.link === null) return place.isFirst ? simpler(place) : null;
  return place.restarts < MAX_RESTARTS ? { ...place, link: null, restarts: place.restarts + 1 } : null;
}

interface Page {
  context: FhirContext;
  search: Search;
  place: SearchPlace;
  found: FoundPage;
  /** The address of the page. */
  asked: string;
  stamps: readonly string[];
}

const cut = ({ search }: Page): EmrError =>
  new EmrError("passing", `The EMR cuts its list of ${search.type} and offers no next page`, { notDone: true });

const markOf = (at: string | null, { place }: Page): SearchMark | null =>
  at === null ? null : { at, form: place.form };

const endOf = (resources: Untrusted[], mark: SearchMark | null) => ({ resources, next: null, mark });

/** Returns the place of a page's own link to the next one. */
function linked({ context, place, asked }: Page, next: string): SearchPlace {
  const link = addressOfNext(next, { baseUrl: context.server.baseUrl, asked });
  if (link === place.link) throw new EmrError("passing", "The EMR's pages do not advance");
  return { ...place, link };
}

/** Reads a page of what has changed at or after a moment; null if the server refuses that for this type. */
async function changesSince({ context, search }: Page, moment: string, signal: AbortSignal): Promise<FoundPage | null> {
  const address = `${search.type}?${new URLSearchParams({ _lastUpdated: `ge${moment}` })}`;
  try {
    return await searchPage(context.server, { ...search, address }, signal);
  } catch (error) {
    if (error instanceof EmrError && error.kind === "validation") return null;
    throw error;
  }
}

/** Returns how a list stands at its first page, if its pages are read by links; null if that cannot be told. */
async function startOf(page: Page, signal: AbortSignal): Promise<SearchPlace["start"]> {
  const { context, place, found } = page;
  const { last_updated, last_updated_resolution_ms: resolution } = context.findings;
  if (last_updated !== "works" || found.next === null || found.total === null || place.begun === null) return null;
  const begun = floored(Date.parse(place.begun), resolution);
  // The server's moment may have whole seconds, in which some changes came before the first page.
  const changes = await changesSince(page, begun, signal);
  if (changes === null || changes.next !== null) return null;
  const latest = changes.resources.map(stampOf).toSorted().at(-1);
  const after = latest ? floored(Date.parse(latest) + resolution, resolution) : begun;
  return { total: found.total, after };
}

/**
 * Returns whether nothing was created, changed or deleted since the first page of a list. Otherwise a resource may have
 * slipped from a page that was not read yet to one that was.
 */
async function isSteady(page: Page, signal: AbortSignal): Promise<boolean> {
  const { context, place, found } = page;
  // Without searches by the last change every reading is of all resources: the next one has what this one missed.
  if (place.link === null || context.findings.last_updated !== "works") return true;
  if (place.start === null || found.total !== place.start.total) return false;
  return (await changesSince(page, place.start.after, signal))?.entries === 0;
}

/** Goes on by the server's own links. */
async function byLink(page: Page, signal: AbortSignal) {
  const { context, search, place, found } = page;
  const { resources } = found;
  if (found.next !== null) return { resources, next: linked(page, found.next), mark: null };
  if (place.link === null && (found.total ?? 0) > found.entries) throw cut(page);
  if (await isSteady(page, signal)) return endOf(resources, markOf(place.begun, page));
  if (search.isRepeated && place.restarts < MAX_RESTARTS) {
    const { form, order, restarts } = place;
    return { resources, next: { ...firstPlace(context, null), form, order, restarts: restarts + 1 }, mark: null };
  }
  // What changed is looked for again from where this search began.
  return endOf(resources, markOf(place.newest, page));
}

/** Returns whether a page leaves resources out: by its link, its total, or because it is full. */
function isPart({ context, search, place, found }: Page): boolean {
  if (found.next !== null) return true;
  // A page by a link is the last one without a further link: its total is that of all pages.
  if (place.link !== null) return false;
  return found.total === null ? found.entries >= entriesOf(context, search) : found.total > found.entries;
}

/**
 * Goes on by the last change that was read: pages that are asked for in this way neither drift nor expire. The server's
 * link is followed only while a whole page carries one moment.
 */
function byChange(page: Page) {
  const { context, found, stamps } = page;
  // A page of which the filter leaves nothing says nothing of the changes that follow.
  if (found.entries === 0 && found.next !== null) return { resources: [], next: linked(page, found.next), mark: null };
  const known = new Set(page.place.returned);
  const resources = found.resources.filter(({ id }) => !known.has(word(id)));
  const newest = stamps.at(-1) ?? page.place.newest;
  const place = { ...page.place, newest };
  if (!isPart(page) || newest === null || (resources.length === 0 && found.next === null))
    return endOf(resources, markOf(newest ?? place.begun, page));
  const from = floored(Date.parse(newest), context.findings.last_updated_resolution_ms);
  if (place.from === null || from > place.from) {
    const returned = found.resources.filter((_, index) => (stamps[index] ?? "") >= from).map(({ id }) => word(id));
    return { resources, next: { ...place, from, returned, link: null, restarts: 0 }, mark: null };
  }
  if (found.next === null) throw cut(page);
  return { resources, next: linked({ ...page, place }, found.next), mark: null };
}

/** Proves that the server sorts by `_lastUpdated`: the other way round it begins with a later change. */
async function isSorted({ context, search, stamps }: Page, signal: AbortSignal): Promise<boolean> {
  const query = new URLSearchParams({ _count: "1", _sort: "-_lastUpdated" });
  if (search.elements) query.set("_elements", ["id", "meta", ...search.elements].join(","));
  for (const [name, value] of search.only ?? []) query.append(name, value);
  const { resources } = await searchPage(context.server, { ...search, address: `${search.type}?${query}` }, signal);
  const latest = resources.map(stampOf)[0] ?? "";
  return latest > (stamps[0] ?? "") && latest >= (stamps.at(-1) ?? "");
}

/** Returns whether the search goes on by the last change, after proving that this is possible. */
async function orderOf(page: Page, signal: AbortSignal): Promise<SearchPlace["order"]> {
  const { context, place, stamps } = page;
  if (stamps.some((stamp) => stamp !== "" && stamp < (place.from ?? ""))) {
    // The server does not filter by the last change, as it did when it was probed.
    await context.contradict("last_updated");
    return "none";
  }
  if (place.order === "none" || place.form !== "sorted" || !isInOrder(stamps)) return "none";
  if (place.order === "proved" || !isPart(page)) return place.order;
  return (await isSorted(page, signal)) ? "proved" : "none";
}

/**
 * Reads one page of a search. A server that filters and sorts by `_lastUpdated` is read by the moments of change, any
 * other one by its links. Throws an EmrError.
 */
export async function readSearch(
  context: FhirContext,
  search: Search,
  place: SearchPlace,
  signal: AbortSignal,
): Promise<SearchedPage> {
  const asked = place.link ?? addressOf(context, search, place);
  let found: FoundPage;
  try {
    found = await searchPage(context.server, { ...search, address: asked }, signal);
  } catch (error) {
    if (!(error instanceof EmrError) || error.kind === "passing") throw error;
    const next = placeAfterRefusal(place);
    if (next) return readSearch(context, search, next, signal);
    // A later reading begins anew, and may reach the end before the server forgets its pages.
    if (place.link !== null)
      throw new EmrError("passing", `The EMR refuses its own next page of ${search.type}: ${error.message}`);
    throw error;
  }
  // A server may answer with nothing what it does not know.
  const isDoubtful = place.isFirst && place.form === "sorted" && place.newest === null && found.entries === 0;
  const plainer = isDoubtful ? simpler(place) : null;
  if (plainer) return readSearch(context, search, plainer, signal);
  const total = place.isFirst ? found.total : null;
  const here = { ...place, isFirst: false, begun: place.begun ?? found.at };
  const page: Page = { context, search, place: here, found, asked, stamps: found.resources.map(stampOf) };
  here.order = await orderOf(page, signal);
  if (place.isFirst && here.order === "none") here.start = await startOf(page, signal);
  return { total, ...(here.order === "none" ? await byLink(page, signal) : byChange(page)) };
}

import { z } from "zod";
import type { FhirContext } from "#lib/emr/fhir/context";
import type { Untrusted } from "#lib/emr/fhir/untrusted";
import { EmrError } from "#lib/emr/port/port";
import { object, timeOf, word } from "./elements.ts";
import { withPage } from "./repeated-pages.ts";
import { addressOfNext, type FoundPage, searchPage } from "./search.ts";
import { isProvedBy, noteTotal, wholenessOf } from "./wholeness.ts";

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

/** Since when a later search finds what changed, the form in which the server answered, and whether it was seen to sort. */
export const searchMark = z.object({ at: z.string(), form, sorted: z.boolean().default(false) });

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
  /** The moment of the mark since which changes are looked for; null in a search for all. */
  marked: z.string().nullable(),
  /** Entries that a page is asked for, once the server's pages were seen to be smaller; null before. */
  size: z.number().int().nullable(),
  /** Entries of the largest page so far, and of all pages. */
  largest: z.number().int(),
  entries: z.number().int(),
  /** The last pages that came by links, in short. */
  pages: z.array(z.string()),
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
  /** After the last page: why it is not known that the search was whole; null if it is. */
  doubt: string | null;
}

const floored = (moment: number, resolution: number): string =>
  new Date(Math.floor(moment / resolution) * resolution).toISOString();

/** Returns the place of a search's first page. With a mark it finds what changed since, with an overlap. */
export function firstPlace({ findings }: FhirContext, mark: SearchMark | null): SearchPlace {
  const { last_updated_resolution_ms: resolution } = findings;
  const order = mark?.sorted ? "proved" : "unproved";
  return {
    form: mark?.form ?? "sorted",
    order: findings.last_updated === "works" ? order : "none",
    from: mark && floored(Date.parse(mark.at) - SETTLING_MS - resolution, resolution),
    returned: [],
    link: null,
    isFirst: true,
    marked: mark?.at ?? null,
    size: null,
    largest: 0,
    entries: 0,
    pages: [],
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

/** Returns how many entries a page is asked for. */
const entriesOf = ({ findings }: FhirContext, { entries = PAGE_ENTRIES }: Search, { size }: SearchPlace): number =>
  Math.min(entries, size ?? findings.page_size ?? entries);

function addressOf(
  context: FhirContext,
  search: Search,
  place: SearchPlace,
  count = entriesOf(context, search, place),
): string {
  const query = new URLSearchParams();
  // A server of whole seconds may not know a fraction.
  if (place.from !== null) query.set("_lastUpdated", `ge${place.from.replace(".000Z", "Z")}`);
  if (place.form !== "bare") query.set("_count", String(count));
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
  if (place.restarts >= MAX_RESTARTS) return null;
  return { ...place, link: null, pages: [], entries: 0, restarts: place.restarts + 1 };
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

const markOf = (at: string | null, { place }: Page): SearchMark | null =>
  at === null ? null : { at, form: place.form, sorted: place.order === "proved" };

const endOf = (resources: Untrusted[], mark: SearchMark | null) => ({ resources, next: null, mark, doubt: null });

/** Ends a search that may not be whole: a later one looks for changes from where this one began. */
const doubtfulEnd = (page: Page, resources: Untrusted[], doubt: string) => ({
  resources,
  next: null,
  mark: markOf(page.place.marked, page),
  doubt,
});

const goingOn = (resources: Untrusted[], next: SearchPlace) => ({ resources, next, mark: null, doubt: null });

/** Returns the place of a search's first page by links, in pages of some length. */
const byLinksOf = ({ context, place }: Page, size: number): SearchPlace => ({
  ...firstPlace(context, place.marked === null ? null : { at: place.marked, form: place.form, sorted: false }),
  form: place.form,
  order: "none",
  size,
});

/** Returns the place of a page's own link to the next one; null if it leads to this page. */
function linked({ context, place, asked }: Page, next: string): SearchPlace | null {
  const link = addressOfNext(next, { baseUrl: context.server.baseUrl, asked });
  return link === place.link ? null : { ...place, link };
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

/** Returns why pages that came to an end by links may not be all; null if they are. */
async function doubtOfPages({ context, search, place, found }: Page, signal: AbortSignal): Promise<string | null> {
  if (found.total === null || found.total <= place.entries) return null;
  const stated = `The EMR states a total of ${found.total} of ${search.type}, and its pages had ${place.entries}`;
  // Totals of pages are estimates at some servers.
  const address = `${search.type}?${new URLSearchParams({ _summary: "count" })}`;
  if (place.marked !== null || context.findings.summary_count !== "works") return stated;
  const { total } = await searchPage(context.server, { ...search, address }, signal);
  return total === place.entries ? null : stated;
}

/** Goes on by the server's own links. */
async function byLink(page: Page, signal: AbortSignal) {
  const { context, search, place, found } = page;
  const known = new Set(place.returned);
  const resources = found.resources.filter(({ id }) => !known.has(word(id)));
  const pages = withPage(place.pages, found);
  const repeats = `The EMR's pages of ${search.type} repeat and have no end`;
  if (pages === null) return doubtfulEnd(page, [], repeats);
  const isFirst = place.link === null;
  if (found.next !== null) {
    // Asked for as many as it allows, a server cannot count its next page by what was asked.
    const isSmall = isFirst && place.size === null && place.form !== "bare" && found.entries > 0;
    if (isSmall && found.entries < entriesOf(context, search, place))
      return goingOn([], byLinksOf(page, found.entries));
    const next = linked(page, found.next);
    return next ? goingOn(resources, { ...next, pages }) : doubtfulEnd(page, resources, repeats);
  }
  if (isFirst) {
    const ask = (count: number) => {
      const address = addressOf(
        context,
        search,
        { ...place, form: place.form === "bare" ? "plain" : place.form },
        count,
      );
      return searchPage(context.server, { ...search, address }, signal);
    };
    const wholeness = await wholenessOf(context, found, ask);
    if (wholeness === "cut" && place.size !== found.entries) return goingOn([], byLinksOf(page, found.entries));
    if (wholeness !== "whole")
      return doubtfulEnd(
        page,
        resources,
        `The EMR returns ${found.entries} of ${search.type} and does not show whether there are more`,
      );
  } else {
    const doubt = await doubtOfPages(page, signal);
    if (doubt !== null) return doubtfulEnd(page, resources, doubt);
  }
  if (await isSteady(page, signal)) return endOf(resources, markOf(place.begun, page));
  if (search.isRepeated && place.restarts < MAX_RESTARTS) {
    const { restarts, size, form } = place;
    return goingOn(resources, { ...firstPlace(context, null), form, order: "none", size, restarts: restarts + 1 });
  }
  // What changed is looked for again from where this search began.
  return endOf(resources, markOf(place.newest, page));
}

/** Returns whether a page shows by itself that it is the whole search. */
const isAlone = ({ context, place, found }: Page): boolean =>
  place.link === null && found.next === null && (found.entries < 2 || isProvedBy(context, found.total, found.entries));

/**
 * Goes on by the last change that was read, until a page has nothing that is new: pages that are asked for in this way
 * neither drift nor expire, and none is left out because the one before was cut. From a whole page of one moment on the server's
 * links are followed.
 */
function byChange(page: Page, largest: number) {
  const { context, found, stamps } = page;
  const byOwnLink = () => (found.next === null ? null : linked(page, found.next));
  // A page of which the filter leaves nothing says nothing of the changes that follow.
  const afterNone = found.entries === 0 ? byOwnLink() : null;
  if (afterNone) return goingOn([], afterNone);
  const known = new Set(page.place.returned);
  const resources = found.resources.filter(({ id }) => !known.has(word(id)));
  const newest = stamps.at(-1) ?? page.place.newest;
  const place = { ...page.place, newest };
  const end = () => endOf(resources, markOf(newest ?? place.begun, page));
  if (newest === null || isAlone(page) || found.entries === 0) return end();
  const from = floored(Date.parse(newest), context.findings.last_updated_resolution_ms);
  if (resources.length > 0 && (place.from === null || from > place.from)) {
    const returned = found.resources.filter((_, index) => (stamps[index] ?? "") >= from).map(({ id }) => word(id));
    return goingOn(resources, { ...place, from, returned, link: null, restarts: 0 });
  }
  // As full as any page before: it may have been cut within the one moment that it carries. The end of links is an end.
  if (found.next === null && (found.entries < largest || place.link !== null)) return end();
  // What came before that moment was returned, and what changed since carries a later one. Pages of one moment are read by links,
  // which may shift: at their end it is asked whether they stood still.
  const returned = [...page.place.returned, ...resources.map(({ id }) => word(id))];
  return goingOn(resources, { ...byLinksOf(page, found.entries), from: page.place.from, returned, newest });
}

/** Entries of a page in the other order. */
const COMPARED = 5;

/**
 * Returns whether the server sorts by `_lastUpdated`, proved by values that differ: the other way round the list begins with
 * later changes, and a resource shows the same time in both answers. Some servers show the moment of the answer as that time.
 */
async function isSorted({ context, search, found, stamps }: Page, signal: AbortSignal): Promise<boolean> {
  const query = new URLSearchParams({ _count: String(COMPARED), _sort: "-_lastUpdated" });
  if (search.elements) query.set("_elements", ["id", "meta", ...search.elements].join(","));
  for (const [name, value] of search.only ?? []) query.append(name, value);
  const ask = async () =>
    (await searchPage(context.server, { ...search, address: `${search.type}?${query}`, fresh: true }, signal))
      .resources;
  const reversed = await ask();
  const back = reversed.map(stampOf);
  const latest = back[0] ?? "";
  const isReversed = isInOrder(back.toReversed()) && latest > (stamps[0] ?? "") && latest >= (stamps.at(-1) ?? "");
  const differs = (stamps[0] ?? "") < (stamps.at(-1) ?? "") || latest > (back.at(-1) ?? "");
  if (!isReversed || !differs) return false;
  const times = new Map(reversed.map((each) => [word(each.id), stampOf(each)]));
  const isSame = (each: Untrusted) => times.get(word(each.id)) === stampOf(each);
  const common = found.resources.filter(({ id }) => times.has(word(id)));
  return (common.length > 0 ? common : (await ask()).filter(({ id }) => times.has(word(id)))).every(isSame);
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
  if (place.order === "proved" || isAlone(page)) return place.order;
  try {
    return (await isSorted(page, signal)) ? "proved" : "none";
  } catch (error) {
    // A server that cannot sort is read by its links.
    if (error instanceof EmrError && !error.limited) return "none";
    throw error;
  }
}

/** Reads a first page that failed for the moment without sorting: some servers fail whenever they are asked to sort. */
async function inSimplerForm(
  context: FhirContext,
  search: Search,
  { place, error }: { place: SearchPlace; error: EmrError },
  signal: AbortSignal,
): Promise<SearchedPage> {
  const plainer = place.isFirst && place.form === "sorted" && !signal.aborted ? simpler(place) : null;
  if (plainer === null) throw error;
  return readSearch(context, search, plainer, signal).catch(() => {
    throw error;
  });
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
    found = await searchPage(context.server, { ...search, address: asked, isLink: place.link !== null }, signal);
  } catch (error) {
    if (!(error instanceof EmrError) || error.limited) throw error;
    if (error.kind === "passing") return await inSimplerForm(context, search, { place, error }, signal);
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
  noteTotal(context, found);
  const total = place.isFirst ? found.total : null;
  const here = {
    ...place,
    isFirst: false,
    begun: place.begun ?? found.at,
    largest: Math.max(place.largest, found.entries),
    entries: place.entries + found.entries,
  };
  const page: Page = { context, search, place: here, found, asked, stamps: found.resources.map(stampOf) };
  here.order = await orderOf(page, signal);
  if (place.isFirst && here.order === "none") here.start = await startOf(page, signal);
  return { total, ...(here.order === "none" ? await byLink(page, signal) : byChange(page, place.largest)) };
}

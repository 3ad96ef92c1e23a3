import type { BulkLoad } from "#lib/emr/fhir/bulk/bulk-load";
import type { FhirContext } from "#lib/emr/fhir/context";
import { EmrError, type IdPage, type PageStart, type RecordPage } from "#lib/emr/port/port";
import { parsed, type ReadingPlace, readingPlace, watermark } from "./cursors.ts";
import { isFilePlace, placeBefore, readLoaded, type SourcePage } from "./loaded.ts";
import { readSearch, type Search } from "./pages.ts";
import { searchPage } from "./search.ts";
import { idsOf, type Source } from "./source.ts";

/** Entries of a page of ids. */
const PAGE_IDS = 1_000;

/** The sources of a kind, read one after the other. */
type Sources = readonly Source[];

type Marks = ReturnType<typeof watermark.parse>;

/** How the sources of a kind are read. */
interface Asked {
  cursor: string | null;
  since: Marks | null;
  /** The load from which those are read that it has. */
  load: BulkLoad | null;
  searched(source: Source): Search;
}

/** Returns the source in progress with its place. Another one than before was configured: the reading begins anew. */
function placeOf(context: FhirContext, sources: Sources, { cursor, since, load }: Asked) {
  const at = parsed(readingPlace, cursor);
  const found = sources.find(({ type }) => type === at?.type);
  if (at && found) return { source: found, at };
  const [first] = sources;
  if (!first) throw new Error("A kind without a source was read");
  const place = placeBefore(context, load, first, since?.[first.type] ?? null);
  return { source: first, at: { type: first.type, place, marks: {}, doubts: [] } satisfies ReadingPlace };
}

/** Reads one page of the sources' resources, and returns it with the place that follows. */
async function readNext(context: FhirContext, sources: Sources, asked: Asked, signal: AbortSignal) {
  const { since, load } = asked;
  const { source, at } = placeOf(context, sources, asked);
  const { place: from } = at;
  const page: SourcePage = isFilePlace(from)
    ? await readLoaded(context, { load, source, place: from }, signal)
    : await readSearch(context, asked.searched(source), from, signal);
  if (page.next) return { source, page, next: { ...at, place: page.next }, marks: null, doubt: null };
  const doubts = [...at.doubts, ...(page.doubt === null ? [] : [page.doubt])];
  const marks = { ...at.marks, [source.type]: page.mark };
  const following = sources[sources.indexOf(source) + 1];
  if (!following) return { source, page, next: null, marks, doubt: doubts.join("; ") || null };
  const place = placeBefore(context, load, following, since?.[following.type] ?? null);
  return { source, page, next: { type: following.type, place, marks, doubts }, marks: null, doubt: null };
}

/** Returns the sources that a reading of all records reads. */
const wholeSources = (sources: Sources): Sources => sources.filter(({ changesOnly }) => !changesOnly);

/** Returns the marks of all sources: one that was not read has the mark of the first, which was read at that time. */
const withAll = (marks: Record<string, unknown>, sources: Sources) =>
  Object.fromEntries(sources.map(({ type }) => [type, marks[type] ?? marks[sources[0]?.type ?? ""]]));

/**
 * Returns the number of all records of a reading: as its page states it, else by a count, if the reading has further pages and
 * the server was proved to count; null if it does not say.
 */
async function totalOf(
  { server, findings }: FhirContext,
  { source, page, isFirst }: { source: Source; page: SourcePage; isFirst: boolean },
  signal: AbortSignal,
): Promise<number | null> {
  if (page.total !== null || !isFirst || page.next === null || findings.summary_count !== "works") return page.total;
  try {
    return (await searchPage(server, { type: source.type, address: `${source.type}?_summary=count` }, signal)).total;
  } catch (error) {
    // The records are read all the same, without saying how many are left.
    if (error instanceof EmrError && error.kind === "validation") return null;
    throw error;
  }
}

/** Reads a page of the records of a kind from its sources. Throws an EmrError. */
export async function readRecordPage(
  context: FhirContext,
  sources: Sources,
  { cursor, since, load }: PageStart & { load: BulkLoad | null },
  signal: AbortSignal,
): Promise<RecordPage> {
  const given = parsed(watermark, since);
  const search = { cursor, since: given, load, searched: (source: Source) => source };
  const read = given === null ? wholeSources(sources) : sources;
  const { source, page, next, marks, doubt } = await readNext(context, read, search, signal);
  const shown = await source.read(page.resources, signal);
  // Without the time of one type the next reading is of all records.
  const following = marks && Object.values(marks).every((mark) => mark !== null) ? withAll(marks, sources) : null;
  return {
    records: shown.records,
    faulty: [...shown.faulty, ...(page.faulty ?? [])],
    // A reading of all records shows by their absence which are gone.
    deleted: given === null ? (page.removed ?? []) : shown.gone,
    ...(given !== null && source.hasParts ? { mayHaveParts: idsOf(page.resources) } : {}),
    next: next && JSON.stringify(next),
    total:
      source.isTotal && given === null
        ? await totalOf(context, { source, page, isFirst: cursor === null }, signal)
        : null,
    since: following && JSON.stringify(following),
    doubt,
    note: page.note ?? null,
  };
}

/** Reads a page of the ids of a kind from its sources, with as few elements as decide whether a record is shown. */
export async function readIdPage(
  context: FhirContext,
  sources: Sources,
  cursor: string | null,
  signal: AbortSignal,
): Promise<IdPage> {
  const searched = ({ type, shownBy }: Source): Search => ({
    type,
    elements: shownBy,
    entries: PAGE_IDS,
    isRepeated: true,
  });
  const search = { cursor, since: null, load: null, searched };
  const { source, page, next, doubt } = await readNext(context, wholeSources(sources), search, signal);
  return { ehrIds: await source.ids(page.resources, signal), next: next && JSON.stringify(next), total: null, doubt };
}

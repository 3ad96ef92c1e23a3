import type { BulkLoad } from "#lib/emr/fhir/bulk/bulk-load";
import type { FilePage, FilePages } from "#lib/emr/fhir/bulk/file-pages";
import type { FilePlace } from "#lib/emr/fhir/bulk/file-place";
import { hasAll } from "#lib/emr/fhir/bulk/levels";
import type { FhirContext } from "#lib/emr/fhir/context";
import { EmrError, type FaultyRecord } from "#lib/emr/port/port";
import { firstPlace, type SearchedPage, type SearchMark, type SearchPlace } from "./pages.ts";
import { searchPage } from "./search.ts";
import type { Source } from "./source.ts";

/** Resources of a page, if its type has none of its own. */
const PAGE_ENTRIES = 200;

/** A page of a source, from a search or from an export. */
export interface SourcePage extends Omit<SearchedPage, "next"> {
  next: SearchPlace | FilePlace | null;
  /** Resources whose lines cannot be read, and those that were deleted, by the ids of their records. */
  faulty?: FaultyRecord[];
  removed?: string[];
  /** Why the source is read by searches although the load has it. */
  note?: string | null;
}

export const isFilePlace = (place: SearchPlace | FilePlace): place is FilePlace => "export" in place;

/** Returns where a source begins to be read: in the files of the load if it has any of this type. */
export function placeBefore(
  context: FhirContext,
  load: BulkLoad | null,
  { type }: Source,
  mark: SearchMark | null,
): SearchPlace | FilePlace {
  const files = load?.files;
  return files && files.outputOf(type).length > 0 ? files.firstPlace() : firstPlace(context, mark);
}

/** Returns why the files of a type may lack resources, although each was read; null if they do not. */
async function lackOf(
  { server, findings }: FhirContext,
  { type, all, load }: { type: string; all: number; load: BulkLoad },
  signal: AbortSignal,
): Promise<string | null> {
  const counted = findings.summary_count === "works";
  const address = `${type}?${counted ? "_summary=count" : "_count=1"}`;
  try {
    const { total } = await searchPage(server, { type, address }, signal);
    // A total that is untrue costs a reading by searches.
    if (total !== null && total > all) return `The EMR's export has ${all} of its ${total} resources of ${type}`;
    if (total !== null && counted) return null;
  } catch (error) {
    if (!(error instanceof EmrError) || error.kind === "passing") throw error;
  }
  return hasAll(load.level, type) ? null : `The EMR's export of patients may lack resources of ${type}`;
}

/** Returns the number of resources as the server states it for each file; null if it does not. */
const statedTotal = (files: FilePages, type: string): number | null =>
  files
    .outputOf(type)
    .reduce<number | null>((all, { count }) => (all === null || count === null ? null : all + count), 0);

/** Where a source stands in the files of the load. */
interface InFiles {
  load: BulkLoad;
  files: FilePages;
  source: Source;
  place: FilePlace;
}

/** Reads one page of a source's files, with the ids of records. Throws an EmrError. */
export async function readTypeFiles(
  files: FilePages,
  { source, place }: Pick<InFiles, "source" | "place">,
  signal: AbortSignal,
): Promise<FilePage> {
  const { type, entries = PAGE_ENTRIES, maxBytes } = source;
  const page = await files.read({ type, entries, maxBytes, reader: source }, place, signal);
  const toId = source.recordIdOf ?? ((id: string) => id);
  return {
    ...page,
    faulty: page.faulty.map(({ ehrId, reason }) => ({ ehrId: toId(ehrId), reason })),
    removed: page.removed.map(toId),
  };
}

/** Reads one page of a source's files, and why they may lack resources after the last one. */
export async function readFiles(
  context: FhirContext,
  { load, files, source, place }: InFiles,
  signal: AbortSignal,
): Promise<{ page: FilePage; lack: string | null }> {
  const { type } = source;
  const page = await readTypeFiles(files, { source, place }, signal);
  if (page.next !== null) return { page, lack: null };
  const lack = page.doubt ?? (await lackOf(context, { type, all: page.all, load }, signal));
  if (lack !== null) load.noteLack(type);
  return { page, lack };
}

/**
 * Reads one page of a source from the files of the load. A source whose files are not whole goes on by searches, from the
 * beginning. Throws an EmrError.
 */
export async function readLoaded(
  context: FhirContext,
  { load, source, place }: { load: BulkLoad | null; source: Source; place: FilePlace },
  signal: AbortSignal,
): Promise<SourcePage> {
  const bySearch = { next: firstPlace(context, null), mark: null, doubt: null };
  const files = load?.files;
  if (!files) return { resources: [], total: null, ...bySearch, note: "The EMR no longer has its export" };
  const { page, lack } = await readFiles(context, { load, files, source, place }, signal);
  const { resources, faulty, removed } = page;
  const read = { resources, faulty, removed, total: place.all === 0 ? statedTotal(files, source.type) : null };
  if (page.next !== null) return { ...read, next: page.next, mark: null, doubt: null };
  if (lack !== null) return { ...read, ...bySearch, note: `Read by searches as well: ${lack}` };
  const at = context.findings.last_updated === "works" ? load.changesSince : null;
  return { ...read, next: null, mark: at === null ? null : { at, form: "sorted", sorted: false }, doubt: null };
}

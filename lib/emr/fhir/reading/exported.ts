import { z } from "zod";
import type { BulkLoad } from "#lib/emr/fhir/bulk/bulk-load";
import { type ExportMark, latestOf, parsedMark } from "#lib/emr/fhir/bulk/export-mark";
import { changedResource } from "#lib/emr/fhir/bulk/export-state";
import type { FilePages } from "#lib/emr/fhir/bulk/file-pages";
import { filePlace } from "#lib/emr/fhir/bulk/file-place";
import { EmrError, type PageStart, type RecordPage, type SyncKind } from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import { parsed } from "./cursors.ts";
import { readTypeFiles } from "./loaded.ts";
import { idsOf, type Source } from "./source.ts";

/** The place in the files of a kind that is read from exports alone. */
const exportedPlace = z.object({
  type: z.string(),
  files: filePlace,
  /** The resources of the kind's first type that changed last so far. */
  known: z.array(changedResource),
});

type ExportedPlace = z.infer<typeof exportedPlace>;

const NOTHING = { records: [], faulty: [], deleted: [], next: null, total: null, since: null };

/** Returns the sources that are read from the files: the first one, and others of which there are any. */
const sourcesIn = (files: FilePages, [first, ...others]: readonly Source[]): Source[] => [
  ...(first ? [first] : []),
  ...others.filter(({ type, changesOnly }) => !changesOnly && files.outputOf(type).length > 0),
];

/** Returns the watermark after a reading of an export. */
function markOf(load: BulkLoad, { known }: ExportedPlace, type: string, before: ExportMark | null): ExportMark {
  const now = new Date(presentMs()).toISOString();
  const wholeAt = load.isOfChanges ? (before?.wholeAt ?? now) : now;
  return { type, from: load.changesSince, wholeAt, known };
}

/**
 * Reads a page of a kind that the server shows by exports alone. What an export lacks says nothing: only what it names as deleted is.
 * Throws an EmrError if there is no export.
 */
export async function readExported(
  { load, kind, sources }: { load: BulkLoad | null; kind: SyncKind; sources: readonly Source[] },
  { cursor, since }: PageStart,
  signal: AbortSignal,
): Promise<RecordPage> {
  const files = load?.filesOf(kind) ?? null;
  if (load === null || files === null)
    throw new EmrError(
      "validation",
      load?.failure ?? "The EMR shows these records by an export alone, which is not there",
    );
  if (load.isOfChanges && since === null)
    return { ...NOTHING, doubt: "The EMR's export has what changed alone: the next one is asked for all records" };
  const among = sourcesIn(files, sources);
  const at = parsed(exportedPlace, cursor);
  const source = among.find(({ type }) => type === at?.type) ?? among[0];
  const [first] = among;
  if (!source || !first) return NOTHING;
  const begin: ExportedPlace = { type: source.type, files: files.firstPlace(), known: [] };
  const place = at?.type === source.type ? at : begin;
  const page = await readTypeFiles(files, { source, place: place.files }, signal);
  const shown = await source.read(page.resources, signal);
  const known = source === first ? latestOf(place.known, page.resources) : place.known;
  const read = {
    records: shown.records,
    faulty: [...shown.faulty, ...page.faulty],
    deleted: [...shown.gone, ...page.removed],
    ...(source.hasParts ? { mayHaveParts: idsOf(page.resources) } : {}),
    total: null,
    since: null,
  };
  const doubt = page.doubt ?? (page.next === null ? load.lackOf(source.type) : null);
  // What the files lack the next export may have.
  if (doubt !== null) return { ...read, next: null, doubt };
  if (page.next) return { ...read, next: JSON.stringify({ ...place, files: page.next, known }) };
  const following = among[among.indexOf(source) + 1];
  if (following) return { ...read, next: JSON.stringify({ type: following.type, files: files.firstPlace(), known }) };
  return {
    ...read,
    next: null,
    since: JSON.stringify(markOf(load, { ...place, known }, first.type, parsedMark(since))),
  };
}

import { z } from "zod";
import type { BulkLoad } from "#lib/emr/fhir/bulk/bulk-load";
import type { FilePages } from "#lib/emr/fhir/bulk/file-pages";
import { filePlace } from "#lib/emr/fhir/bulk/file-place";
import type { FhirContext } from "#lib/emr/fhir/context";
import type { PageStart, RecordPage } from "#lib/emr/port/port";
import { parsed } from "./cursors.ts";
import { readFiles } from "./loaded.ts";
import type { PartsMark } from "./parts/place.ts";
import type { Source } from "./source.ts";

/** The place in the files of the load of a kind that is read part by part otherwise. */
const loadedPlace = z.object({ type: z.string(), files: filePlace });

/** A place that is none of the load's, from which the kind is read part by part from the beginning. */
const BY_PARTS = JSON.stringify({ by: "parts" });

/** After the load the kind is read as after a whole reading by parts. */
const MARK: PartsMark = { turn: 0, missed: [] };

const hasFiles = (files: FilePages, { type }: Source): boolean => files.outputOf(type).length > 0;

/** Returns whether the next page of a kind is one of the load's files: they have its first type. */
export function isInFiles(files: FilePages | null, [first]: readonly Source[], { cursor }: PageStart): boolean {
  if (files === null || first === undefined) return false;
  return cursor === null ? hasFiles(files, first) : parsed(loadedPlace, cursor) !== null;
}

/** Reads a page of a kind that is read part by part otherwise from the files of the load. Throws an EmrError. */
export async function readPartedLoad(
  context: FhirContext,
  { load, sources, start: { cursor } }: { load: BulkLoad; sources: readonly Source[]; start: PageStart },
  signal: AbortSignal,
): Promise<RecordPage> {
  const { files } = load;
  const loaded = files ? sources.filter((source) => !source.changesOnly && hasFiles(files, source)) : [];
  const at = parsed(loadedPlace, cursor);
  const source = loaded.find(({ type }) => type === at?.type) ?? loaded[0];
  const nothing = { records: [], faulty: [], deleted: [], total: null, since: null };
  if (!files || !source) return { ...nothing, next: BY_PARTS, note: "The EMR no longer has its export" };
  const place = at?.type === source.type ? at.files : files.firstPlace();
  const { page, lack } = await readFiles(context, { load, files, source, place }, signal);
  const shown = await source.read(page.resources, signal);
  const read = {
    records: shown.records,
    faulty: [...shown.faulty, ...page.faulty],
    deleted: page.removed,
    total: null,
    since: null,
  };
  if (lack !== null) return { ...read, next: BY_PARTS, note: `Read part by part as well: ${lack}` };
  const following = page.next === null ? loaded[loaded.indexOf(source) + 1] : source;
  const next = following && { type: following.type, files: page.next ?? files.firstPlace() };
  return next ? { ...read, next: JSON.stringify(next) } : { ...read, next: null, since: JSON.stringify(MARK) };
}

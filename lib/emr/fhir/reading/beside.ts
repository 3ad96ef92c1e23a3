import { z } from "zod";
import type { BulkLoad } from "#lib/emr/fhir/bulk/bulk-load";
import type { FhirContext } from "#lib/emr/fhir/context";
import type { Cover, PageStart, RecordPage } from "#lib/emr/port/port";
import { parsed } from "./cursors.ts";
import type { PartedKind, partsReader } from "./parts/parts.ts";
import { readIdPage, readRecordPage } from "./read-page.ts";
import type { Source } from "./source.ts";

/** The place in a reading: in the list of visits, in that of their ids, or in the parts that come after them. */
const besidePlace = z.object({
  is: z.enum(["list", "ids", "parts"]),
  cursor: z.string().nullable(),
  /** The watermark of the list once it was read, and why it may not have been whole. */
  list: z.string().nullable(),
  doubts: z.array(z.string()),
});

type BesidePlace = z.infer<typeof besidePlace>;

/** The watermarks of the list and of the parts. */
const besideMark = z.object({ list: z.string().nullable(), parts: z.string().nullable() });

const BEGIN: BesidePlace = { is: "list", cursor: null, list: null, doubts: [] };

/** All visits, once their list or that of their ids was read to its end. */
const ALL_VISITS: Cover = { owner: null, within: null, only: "visits" };

interface Beside {
  visits: Source;
  /** What is read part by part beside them. */
  parted: PartedKind;
  parts: ReturnType<typeof partsReader>;
  load: BulkLoad | null;
}

const doubtsWith = ({ doubts }: BesidePlace, doubt: string | null | undefined): string[] =>
  typeof doubt === "string" ? [...doubts, doubt] : doubts;

/**
 * Reads a page of visits that are listed, and then of open times that are shown for one schedule at a time. A visit that is not in the
 * list is asked for by its id, as in a reading by parts. Throws an EmrError.
 */
export async function readBeside(
  context: FhirContext,
  { visits, parted, parts, load }: Beside,
  start: PageStart,
  signal: AbortSignal,
): Promise<RecordPage> {
  const mark = parsed(besideMark, start.since);
  const at = parsed(besidePlace, start.cursor) ?? BEGIN;
  const { cursor } = at;
  const then = (next: BesidePlace) => ({ next: JSON.stringify(next), since: null, total: null });
  if (at.is === "list") {
    const since = context.findings.last_updated === "works" ? (mark?.list ?? null) : null;
    const page = await readRecordPage(context, [visits], { ...start, cursor, since, load }, signal);
    const { doubt, ...read } = page;
    if (page.next !== null) return { ...read, ...then({ ...at, cursor: page.next }), covers: [] };
    const doubts = doubtsWith(at, doubt);
    const isAll = since === null && doubts.length === 0;
    const is = isAll || doubts.length > 0 ? "parts" : "ids";
    return { ...read, ...then({ is, cursor: null, list: page.since, doubts }), covers: isAll ? [ALL_VISITS] : [] };
  }
  if (at.is === "ids") {
    const { ehrIds: seen, next, doubt } = await readIdPage(context, [visits], cursor, signal);
    const doubts = doubtsWith(at, doubt);
    const following: BesidePlace =
      next === null ? { ...at, is: "parts", cursor: null, doubts } : { ...at, cursor: next };
    const covers = next === null && doubts.length === 0 ? [ALL_VISITS] : [];
    return { records: [], faulty: [], deleted: [], seen, ...then(following), covers };
  }
  const page = await parts.readPage(parted, { ...start, cursor, since: mark?.parts ?? null }, signal);
  if (page.next !== null) return { ...page, ...then({ ...at, cursor: page.next }) };
  const since = JSON.stringify({ list: at.list, parts: page.since } satisfies z.infer<typeof besideMark>);
  return { ...page, since, doubt: doubtsWith(at, page.doubt).join("; ") || null };
}

import type { EachRead, EmrConnection, SyncedRecords, SyncKind } from "#lib/emr/port/port";
import type { StoredPage } from "./store-page.ts";

/** Stored records that one live fetch asks for one by one, so that it leaves calls to others. */
export const MOST_ASKED = 25;

/** What the EMR said of stored records that it did not return. */
export interface EachAsked<Kind extends SyncKind> extends EachRead<Kind> {
  /** How many there were, and how many of them were not asked for. */
  lacking: number;
  unasked: number;
}

/**
 * Asks for stored records that a live fetch lacks, one by one: one that the EMR says it does not have is gone, and a short answer
 * removes nothing. `readOne` reads one of an EMR that cannot read records by their ids as syncs do. Throws an EmrError.
 */
export async function askForEach<Kind extends SyncKind>(
  emr: EmrConnection,
  kind: Kind,
  lacking: readonly string[],
  signal: AbortSignal,
  readOne: (ehrId: string) => Promise<SyncedRecords[Kind] | null>,
): Promise<EachAsked<Kind>> {
  const ids = lacking.slice(0, MOST_ASKED);
  const counts = { lacking: lacking.length, unasked: lacking.length - ids.length };
  const each: EachRead<Kind> = { records: [], faulty: [], deleted: [] };
  if (ids.length === 0) return { ...each, ...counts };
  if (emr.readEach) return { ...(await emr.readEach(kind, ids, signal)), ...counts };
  for (const id of ids) {
    const found = await readOne(id);
    if (found) each.records.push(found);
    else each.deleted.push(id);
  }
  return { ...each, ...counts };
}

/** Returns what the caller of a live fetch must know of it, in sentences. */
export function liveWarnings(
  { lacking, unasked }: Pick<EachAsked<SyncKind>, "lacking" | "unasked">,
  { setAside }: Pick<StoredPage, "setAside">,
): string[] {
  return [
    ...(unasked > 0
      ? [
          `The EMR did not return ${lacking} of the stored records; ${lacking - unasked} of them were asked for one by one, and the others stay as they were read last`,
        ]
      : []),
    ...(setAside > 0 ? [`Records that could not be read and stay as they were read last: ${setAside}`] : []),
  ];
}

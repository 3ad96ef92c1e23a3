import type { EachRead, EmrConnection, SyncedRecords, SyncKind } from "#lib/emr/port/port";
import { presentMs } from "#lib/kernel/clock";
import type { StoredPage } from "./store-page.ts";

/** Stored records that one live fetch asks for one by one, so that it leaves calls to others. */
export const MOST_ASKED = 25;

/** What the EMR said of stored records that it did not return. */
export interface EachAsked<Kind extends SyncKind> extends EachRead<Kind> {
  /** How many there were, and how many of them were not asked for. */
  lacking: number;
  unasked: number;
}

/** Records of one turn, before which it is seen whether time is left. */
const PER_TURN = 5;

/** Time after the beginning of a reading until which single records are asked for: a call of a job may last 30 seconds. */
const ASKING_MS = 20_000;

/** Returns whether a reading that began then has time left for single records. */
export const hasTimeLeft = (begun: number): boolean => presentMs() - begun < ASKING_MS;

/**
 * Asks for stored records that a live fetch lacks, one by one, as long as there is time: one that the EMR says it does not have is
 * gone, and a short answer removes nothing. `readOne` reads one of an EMR that cannot read records by their ids as syncs do. Throws
 * an EmrError.
 */
export async function askForEach<Kind extends SyncKind>(
  { emr, kind, begun }: { emr: EmrConnection; kind: Kind; begun: number },
  lacking: readonly string[],
  signal: AbortSignal,
  readOne: (ehrId: string) => Promise<SyncedRecords[Kind] | null>,
): Promise<EachAsked<Kind>> {
  const each: EachRead<Kind> = { records: [], faulty: [], deleted: [] };
  let asked = 0;
  while (asked < Math.min(lacking.length, MOST_ASKED) && hasTimeLeft(begun)) {
    const ids = lacking.slice(asked, Math.min(asked + PER_TURN, MOST_ASKED));
    asked += ids.length;
    if (emr.readEach) {
      const { records, faulty, deleted } = await emr.readEach(kind, ids, signal);
      each.records.push(...records);
      each.faulty.push(...faulty);
      each.deleted.push(...deleted);
      continue;
    }
    for (const id of ids) {
      const found = await readOne(id);
      if (found) each.records.push(found);
      else each.deleted.push(id);
    }
  }
  return { ...each, lacking: lacking.length, unasked: lacking.length - asked };
}

/** Returns what is known of stored records that a live fetch lacks, and that cannot be asked for: they stay. */
export const noneAsked = <Kind extends SyncKind>({ length }: readonly string[]): EachAsked<Kind> => ({
  records: [],
  faulty: [],
  deleted: [],
  lacking: length,
  unasked: length,
});

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

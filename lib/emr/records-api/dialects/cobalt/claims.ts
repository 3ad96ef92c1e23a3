import { type EmrClaim, type EmrClaims, EmrError } from "#lib/emr/port/port";
import type { Remote } from "#lib/emr/records-api/remote";
import { parseRows } from "#lib/emr/records-api/rows";
import { LIST_START, type ListPlace, readList } from "./lists.ts";
import { LISTS, SPANS } from "./pages.ts";
import { claim } from "./records.ts";
import { daysOf, placeAfter, type WindowPlace, windowPlaceOf } from "./windows.ts";

interface Which {
  serviceDate?: string;
  emrClaimIds?: string[];
}

/** Reads the claims of one service date: the days of GET /claims may be another date's, so others are left out. */
async function ofDate(remote: Remote, date: string, signal: AbortSignal): Promise<EmrClaim[]> {
  const found: EmrClaim[] = [];
  const list = { ...LISTS.claims, query: { start_date: date, end_date: date } };
  for (let at: ListPlace | null = LIST_START; at; ) {
    const { rows, next } = await readList(remote, list, at, signal);
    found.push(...parseRows(rows, claim, LISTS.claims.ids).records.filter(({ serviceDate }) => serviceDate === date));
    at = next;
  }
  return found;
}

/** Reads the claims with these EMR numbers, the latest days first, until all were found. */
async function withIds({ remote, timeZone }: { remote: Remote; timeZone: string }, ids: string[], signal: AbortSignal) {
  const wanted = new Set(ids);
  const found = new Map<string, EmrClaim>();
  let at: WindowPlace | null = windowPlaceOf({ cursor: null, since: null }, timeZone);
  while (at && found.size < wanted.size) {
    const read = await readList(remote, { ...LISTS.claims, query: daysOf(SPANS.claims, at) }, at.list, signal);
    for (const each of parseRows(read.rows, claim, LISTS.claims.ids).records)
      if (wanted.has(each.emrClaimId)) found.set(each.emrClaimId, each);
    at = placeAfter(SPANS.claims, at, read);
  }
  return [...found.values()];
}

/** Returns the claims of one service date, or those with these EMR numbers of two years. Throws EmrErrors. */
export async function readClaims(
  reading: { remote: Remote; timeZone: string },
  { serviceDate, emrClaimIds }: Which,
  signal: AbortSignal,
): Promise<EmrClaims> {
  if (emrClaimIds) return { claims: await withIds(reading, emrClaimIds, signal), faulty: [] };
  if (serviceDate === undefined) throw new EmrError("validation", "Neither a service date nor claims were named");
  return { claims: await ofDate(reading.remote, serviceDate, signal), faulty: [] };
}

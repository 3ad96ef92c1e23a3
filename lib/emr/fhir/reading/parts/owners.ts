import type { Way } from "#lib/emr/fhir/ways";
import type { KnownRecords } from "#lib/emr/port/port";
import { firstMomentOf } from "#lib/kernel/moments";
import { type Days, hasTurn, isBySchedule, type Leg, nearDays } from "./legs.ts";
import type { PartsPlace } from "./place.ts";

/** Patients of one question to the database. */
const ASKED = 100;

/** Returns the first moment of some days, and the one after their last, as ISO 8601. */
export const momentsOf = ({ from, to }: Days, timeZone: string): Days => ({
  from: new Date(firstMomentOf(from, timeZone)).toISOString(),
  to: new Date(firstMomentOf(to, timeZone)).toISOString(),
});

interface Asked {
  known: KnownRecords;
  way: Way;
  /** Whether all patients are those of visits; otherwise those with none near today are all that are known. */
  byVisits: boolean;
  timeZone: string;
}

/** Returns the next owners of a leg, at most `most`; none at its end. */
export async function nextOwners(
  { known, way, byVisits, timeZone }: Asked,
  leg: Leg,
  { today, turn, after }: Pick<PartsPlace, "today" | "turn" | "after">,
  most: number,
): Promise<string[]> {
  if (leg.type === "Location") return leg.isNear ? known.locations({ after, most }) : [];
  if (isBySchedule(way)) return (await known.providers()).filter((id) => after === null || id > after).slice(0, most);
  const visits =
    leg.isNear || byVisits
      ? { ...momentsOf(leg.days, timeZone), except: leg.isNear ? null : momentsOf(nearDays(today), timeZone) }
      : null;
  const found: string[] = [];
  for (let last = after; found.length < most; ) {
    const some = await known.patients({ visits, after: last, most: ASKED });
    found.push(...some.filter((id) => leg.isNear || hasTurn(id, turn)));
    if (some.length < ASKED) break;
    last = some.at(-1) ?? null;
  }
  return found.slice(0, most);
}

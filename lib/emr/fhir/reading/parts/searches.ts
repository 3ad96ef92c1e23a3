import type { DayForm, Way } from "#lib/emr/fhir/ways";
import { addDays } from "#lib/kernel/dates";
import { firstMomentOf } from "#lib/kernel/moments";
import type { Days } from "./legs.ts";

type Parameter = readonly [name: string, value: string];

/** The search parameters for the time of the types that are read day by day. */
const BY_TIME: Readonly<Record<string, string>> = { Appointment: "date", Slot: "start" };

/** A moment without the fraction of its second, which some servers do not know. */
const momentOf = (day: string, timeZone: string): string =>
  new Date(firstMomentOf(day, timeZone)).toISOString().replace(".000Z", "Z");

/** Returns the search parameters for some days; none for a type without a time. */
export function dayParameters(type: string, form: DayForm, { from, to }: Days, timeZone: string): Parameter[] {
  const name = BY_TIME[type];
  if (name === undefined || form === "none") return [];
  if (form === "day") return [[name, from]];
  if (form === "days")
    return [
      [name, `ge${from}`],
      [name, `le${addDays(to, -1)}`],
    ];
  return [
    [name, `ge${momentOf(from, timeZone)}`],
    [name, `lt${momentOf(to, timeZone)}`],
  ];
}

/** Returns the search parameters for one owner and some days. */
export const partParameters = (
  type: string,
  { by, form }: Pick<Way, "by" | "form">,
  { owner, days }: { owner: string; days: Days },
  timeZone: string,
): Parameter[] => [[by, owner], ...dayParameters(type, form, days, timeZone)];

/** Returns the address of the schedules of a practitioner. */
export const schedulesAddress = (practitionerId: string): string =>
  `Schedule?${new URLSearchParams({ actor: `Practitioner/${practitionerId}` })}`;

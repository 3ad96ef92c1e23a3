import { searchMoment } from "#lib/emr/fhir/search-moment";
import { type FilterFound, tryFilter } from "./filter.ts";
import { type Found, found } from "./found.ts";
import type { ProbedResource } from "./page.ts";
import { type Probing, readableTypes, resourceWith } from "./probing.ts";

const PROBE = "Searches of the schedule by day";
const DAY_MS = 86_400_000;

/** The search parameter for the time of each type that schedules are read from. */
const BY_TIME = { Appointment: "date", Slot: "start" } as const;

type Scheduled = keyof typeof BY_TIME;

const dayOf = ({ start }: ProbedResource): string | null =>
  typeof start === "string" && /^\d{4}-\d\d-\d\d/.test(start) ? start.slice(0, 10) : null;

/** Returns whether a day is at most one day away: the server's time zone may be another one. */
const isNear = (day: string | null, other: string): boolean =>
  day !== null && Math.abs(Date.parse(day) - Date.parse(other)) <= DAY_MS;

/** Tries one type by a day that has nothing, and by that of a known resource. */
function tryDays(probing: Probing, type: Scheduled): Promise<FilterFound> {
  const name = BY_TIME[type];
  const onDay = (day: string): string => `${name}=ge${day}&${name}=le${day}`;
  const sample = resourceWith(probing.samples, (resource) => dayOf(resource) !== null, [type]);
  const day = sample && dayOf(sample.resource);
  return tryFilter(probing, {
    type,
    never: onDay("2999-12-31"),
    match: day === null ? null : { query: onDay(day), fits: (resource) => isNear(dayOf(resource), day) },
  });
}

const HOUR_MS = 3_600_000;

const momentOf = ({ start }: ProbedResource): number => (typeof start === "string" ? Date.parse(start) : Number.NaN);

/** Tries one type by two moments with nothing between them, and by those around a known resource. */
function tryMoments(probing: Probing, type: Scheduled): Promise<FilterFound> {
  const name = BY_TIME[type];
  const between = (from: number, to: number): string =>
    `${name}=ge${searchMoment(new Date(from))}&${name}=le${searchMoment(new Date(to))}`;
  const sample = resourceWith(probing.samples, (resource) => !Number.isNaN(momentOf(resource)), [type]);
  const at = sample ? momentOf(sample.resource) : 0;
  const never = Date.parse("2999-12-31T00:00:00Z");
  return tryFilter(probing, {
    type,
    never: between(never, never + HOUR_MS),
    match: sample && {
      query: between(at - HOUR_MS, at + HOUR_MS),
      fits: (resource) => Math.abs(momentOf(resource) - at) <= HOUR_MS,
    },
  });
}

/** Probe: whether all that schedules are read from can be searched by a range of days. */
export async function probeDateSearch(probing: Probing): Promise<Found> {
  const readable = readableTypes(probing.samples);
  const types = (["Appointment", "Slot"] as const).filter((type) => readable.includes(type));
  if (!types.includes("Appointment")) return found(PROBE, "was not tried: Appointment cannot be searched");
  const tried = await Promise.all(types.map(async (type) => ({ type, ...(await tryDays(probing, type)) })));
  const hasNone = (type: Scheduled) => probing.samples.get(type)?.resources.length === 0;
  // A server without open times cannot show how it finds them: there is none that a search could lack.
  const isNeeded = ({ type, outcome }: (typeof tried)[number]) =>
    type === "Appointment" || outcome !== "unknown" || !hasNone(type);
  const failed = tried.filter(isNeeded).find(({ outcome }) => outcome !== "works");
  const effect = "of a provider who becomes active the days around today are read first";
  if (!failed) return found(PROBE, `work: ${effect}`, { day_search: "works", day_search_by: "day" });
  const byMoment = await Promise.all(types.map((type) => tryMoments(probing, type)));
  if (byMoment.every(({ outcome }) => outcome === "works"))
    return found(PROBE, `work by moments, not by dates: ${effect}`, { day_search: "works", day_search_by: "moment" });
  const words = `${failed.type}: ${failed.words}; of a provider who becomes active the whole schedule is read at once`;
  return found(PROBE, words, { day_search: failed.outcome });
}

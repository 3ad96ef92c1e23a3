import { tryFilter } from "./filter.ts";
import { type Found, found } from "./found.ts";
import type { ProbedResource } from "./page.ts";
import { type Probing, resourceWith } from "./probing.ts";

const PROBE = "Searches of Appointment by day";
const DAY_MS = 86_400_000;

const dayOf = ({ start }: ProbedResource): string | null =>
  typeof start === "string" && /^\d{4}-\d\d-\d\d/.test(start) ? start.slice(0, 10) : null;

const onDay = (day: string): string => `date=ge${day}&date=le${day}`;

/** Returns whether a day is at most one day away: the server's time zone may be another one. */
const isNear = (day: string | null, other: string): boolean =>
  day !== null && Math.abs(Date.parse(day) - Date.parse(other)) <= DAY_MS;

/** Probe: whether appointments can be searched by a range of days. */
export async function probeDateSearch(probing: Probing): Promise<Found> {
  const page = probing.samples.get("Appointment");
  if (page?.answer.kind !== "ok") return found(PROBE, "was not tried: Appointment cannot be searched");
  const sample = resourceWith(probing.samples, (resource) => dayOf(resource) !== null, ["Appointment"]);
  const day = sample && dayOf(sample.resource);
  const { outcome, words } = await tryFilter(probing, {
    type: "Appointment",
    never: onDay("2999-12-31"),
    match: day ? { query: onDay(day), fits: (resource) => isNear(dayOf(resource), day) } : null,
  });
  const what = outcome === "works" ? "work" : words;
  return found(PROBE, `${what}; not needed, as appointments are read by their changes`, { date_search: outcome });
}

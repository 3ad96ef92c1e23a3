import type { FhirContext } from "#lib/emr/fhir/context";
import { searchMoment } from "#lib/emr/fhir/search-moment";
import { type EmrAppointment, EmrError, type EmrSchedule } from "#lib/emr/port/port";
import { firstPlace, readSearch, type SearchPlace } from "./pages.ts";
import type { Source } from "./source.ts";

const DAY_MS = 86_400_000;

/** Days before and after today that people work with: the schedule of years may take longer than a job may. */
const DAYS_BEFORE = 182;
const DAYS_AFTER = 364;

const momentIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** Reads the resources of some days to the end of their pages. */
async function readDays(
  context: FhirContext,
  source: Source<"appointments">,
  days: { from: string; to: string },
  signal: AbortSignal,
): Promise<EmrAppointment[]> {
  const { byTime = "date" } = source;
  const search = {
    ...source,
    only: [
      [byTime, `ge${days.from}`],
      [byTime, `le${days.to}`],
    ],
  } as const;
  const records: EmrAppointment[] = [];
  for (let place: SearchPlace | null = firstPlace(context, null); place; ) {
    const page = await readSearch(context, search, place, signal);
    records.push(...(await source.read(page.resources, signal)).records);
    place = page.next;
  }
  return records;
}

/**
 * Reads the schedule of one provider around today. Returns null for a server that was not found to search by day, or
 * refuses to. Throws an EmrError.
 */
export async function nearSchedule(
  context: FhirContext,
  sources: readonly Source<"appointments">[],
  providerEhrId: string,
  signal: AbortSignal,
): Promise<EmrSchedule | null> {
  if (context.findings.day_search !== "works") return null;
  const within = { from: momentIn(-DAYS_BEFORE), to: momentIn(DAYS_AFTER) };
  // A day more on either side, as the server's days may begin at other moments.
  const asked = (days: number): string =>
    context.findings.day_search_by === "moment" ? searchMoment(new Date(momentIn(days))) : momentIn(days).slice(0, 10);
  const days = { from: asked(-DAYS_BEFORE - 1), to: asked(DAYS_AFTER + 1) };
  const appointments: EmrAppointment[] = [];
  try {
    for (const source of sources) {
      const found = await readDays(context, source, days, signal);
      appointments.push(...found.filter((each) => each.providerEhrId === providerEhrId));
    }
  } catch (error) {
    if (error instanceof EmrError && error.kind === "validation") return null;
    throw error;
  }
  return { appointments, within };
}

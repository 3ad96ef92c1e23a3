import type { FhirContext } from "#lib/emr/fhir/context";
import { searchMoment } from "#lib/emr/fhir/search-moment";
import { objectsOf, type Untrusted } from "#lib/emr/fhir/untrusted";
import { type EmrAppointment, EmrError } from "#lib/emr/port/port";
import { addDays } from "#lib/kernel/dates";
import { object, timeOf, word } from "./elements.ts";
import { firstPlace, readSearch, type SearchPlace } from "./pages.ts";
import type { Days } from "./parts/legs.ts";
import type { PartedKind, partsReader } from "./parts/parts.ts";
import { idIn } from "./references.ts";
import type { Source } from "./source.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** A part of some providers' schedules. */
export interface TimesOf {
  providerEhrIds: string[];
  /** ISO 8601. */
  from: string;
  to: string;
}

/** Returns the days of which records may share a part of a time: a day more at its end, as the server's days may begin otherwise. */
const daysOf = ({ from, to }: TimesOf): Days => ({
  // A visit may begin the day before.
  from: addDays(new Date(Date.parse(from) - DAY_MS).toISOString().slice(0, 10), -1),
  to: addDays(new Date(Date.parse(to)).toISOString().slice(0, 10), 2),
});

/** Returns whether a record of a schedule belongs to one of the providers. */
const isTheirs = ({ providerEhrIds }: TimesOf, { providerEhrId, secondaryProviderEhrId }: EmrAppointment): boolean =>
  providerEhrIds.includes(providerEhrId) ||
  (secondaryProviderEhrId !== null && providerEhrIds.includes(secondaryProviderEhrId));

/** Returns whether a record shares a part of a time. */
function isIn({ from, to }: TimesOf, { startsAt, duration }: EmrAppointment): boolean {
  const start = Date.parse(startsAt);
  return start < Date.parse(to) && start + duration * MINUTE_MS > Date.parse(from);
}

/** Returns whether a visit that cannot be read may be at a time with one of the providers: then the time is not known to be free. */
function mayBeThere(
  { server, timeZone }: FhirContext,
  which: TimesOf,
  { start, end, participant }: Untrusted,
): boolean {
  const [begins, ends] = [timeOf(start, timeZone), timeOf(end, timeZone)];
  if (begins !== null && Date.parse(begins) >= Date.parse(which.to)) return false;
  if (ends !== null && Date.parse(ends) <= Date.parse(which.from)) return false;
  return objectsOf(participant).some(({ actor }) => {
    const id = idIn(actor, "Practitioner", server.baseUrl);
    // Whose role it is cannot be told of a visit that cannot be read.
    return id === null
      ? word(object(actor).reference).includes("PractitionerRole/")
      : which.providerEhrIds.includes(id);
  });
}

/**
 * Reads the records of some days to the end of their pages. Throws an EmrError, also if the pages may not be all, or a record that
 * may be in the time cannot be read: that the time is free would not be known.
 */
async function readDays(
  context: FhirContext,
  source: Source<"appointments">,
  which: TimesOf,
  signal: AbortSignal,
): Promise<EmrAppointment[]> {
  const { byTime = "date" } = source;
  const { from, to } = daysOf(which);
  const asked = (day: string): string =>
    context.findings.day_search_by === "moment" ? searchMoment(new Date(`${day}T00:00:00Z`)) : day;
  const search = {
    ...source,
    only: [
      [byTime, `ge${asked(from)}`],
      [byTime, `le${asked(to)}`],
    ],
  } as const;
  const records: EmrAppointment[] = [];
  for (let place: SearchPlace | null = firstPlace(context, null); place; ) {
    const page = await readSearch(context, search, place, signal);
    const { records: read, faulty } = await source.read(page.resources, signal);
    records.push(...read);
    const unread = faulty.find(({ ehrId }) => {
      const resource = page.resources.find(({ id }) => word(id) === source.resourceIdOf(ehrId));
      return source.type === "Appointment" && resource !== undefined && mayBeThere(context, which, resource);
    });
    if (unread) throw new EmrError("passing", `A visit that may be at this time cannot be read: ${unread.reason}`);
    if (page.doubt !== null) throw new EmrError("passing", page.doubt);
    place = page.next;
  }
  return records;
}

/** The readers of a part of schedules. */
export interface TimesReader {
  /** Returns all records of the providers' schedules that share a part of the time. Throws an EmrError. */
  records(which: TimesOf, signal: AbortSignal): Promise<EmrAppointment[]>;
  /** Returns the open and blocked times alone. */
  slots(which: TimesOf, signal: AbortSignal): Promise<EmrAppointment[]>;
}

/** Returns the readers of a part of schedules: visits by days, and open times as the server shows them. */
export function timesReader(
  context: FhirContext,
  {
    visits,
    slots: slotSource,
    openTimes,
    parts,
  }: {
    visits: Source<"appointments">;
    slots: Source<"appointments">;
    /** Open times that are read by schedule; without a way if they are not. */
    openTimes: PartedKind;
    parts: ReturnType<typeof partsReader>;
  },
): TimesReader {
  const { findings } = context;
  const chosen = (which: TimesOf, found: readonly EmrAppointment[]) =>
    found.filter((record) => isTheirs(which, record) && isIn(which, record));

  const slots: TimesReader["slots"] = async (which, signal) => {
    if (findings.readable?.includes("Slot") && findings.day_search === "works")
      return chosen(which, await readDays(context, slotSource, which, signal));
    const found: EmrAppointment[] = [];
    if (openTimes.ways.size > 0)
      for (const providerEhrId of which.providerEhrIds)
        found.push(...(await parts.daysOf(openTimes, { providerEhrId, days: daysOf(which) }, signal)));
    return chosen(which, found);
  };

  return {
    slots,
    async records(which, signal) {
      if (findings.day_search !== "works")
        throw new EmrError("validation", "The EMR was not found to search its visits by day", {
          code: "not_supported",
        });
      const found = await readDays(context, visits, which, signal);
      return [...chosen(which, found), ...(await slots(which, signal))];
    },
  };
}

import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { Transaction } from "#lib/db/tenant";
import { decodeCursor, type Extent, extentOf, toPage } from "#lib/definitions/page";
import { present } from "#lib/kernel/clock";
import { addDays } from "#lib/kernel/dates";
import { fullName } from "#lib/kernel/full-name";
import { zoneOfAccount } from "#lib/resources/appointments/kept-visit";
import { momentAt } from "#lib/resources/appointments/moment-at";
import { endOf, takenTimesOf } from "#lib/resources/appointments/taken-times";
import { provider } from "#lib/resources/providers/table";
import { visitType } from "#lib/resources/visit-types/table";
import { type Cut, placesIn, type Run, runsOf, withoutTaken } from "./free-time.ts";
import { offeredProviders } from "./offered-providers.ts";
import type { AvailabilityQuery } from "./query.ts";
import { type Span, type WorkingTime, wallClockOf, workingTimes } from "./working-time.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** Days that are read at once: few at first, as the first page is most often full with them. */
const FIRST_DAYS = 2;
const MOST_DAYS = 16;
/** Providers whom a warning names. */
const NAMED = 5;

const milliseconds = z.string().regex(/^\d{1,15}$/);
/** The time at which the first page was read, and the place of the last opening: what has begun meanwhile shifts no page. */
const cursorShape = z.tuple([milliseconds, milliseconds, z.string(), z.string()]);

const offered = {
  id: provider.id,
  ehrId: provider.ehrId,
  firstName: provider.firstName,
  lastName: provider.lastName,
  hours: provider.hours,
};

const readProviders = (tx: Transaction, linkedAccountId: string, query: AvailabilityQuery) =>
  tx.select(offered).from(provider).where(offeredProviders(linkedAccountId, query));

type Provider = Awaited<ReturnType<typeof readProviders>>[number];

/** A time in which one provider works. */
interface ProvidersWork extends WorkingTime {
  provider: Provider;
}

/** Openings of one provider at one place. */
interface ProvidersRun extends Run {
  provider: Provider;
  locationId: string;
}

interface Opening extends Span {
  provider: Provider;
  locationId: string;
  position: Record<"since" | "startsAt" | "providerEhrId" | "locationId", string>;
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

/** Openings are listed by time, those at one time by provider and place. */
const inListOrder = (one: Opening, other: Opening): number =>
  one.from - other.from ||
  compare(one.provider.ehrId, other.provider.ehrId) ||
  compare(one.locationId, other.locationId);

/** Returns the openings that begin within a time, in the order of the list. */
const openingsIn = (runs: readonly ProvidersRun[], within: Span, since: string): Opening[] =>
  runs
    .flatMap((run) => {
      const { begin, end } = placesIn(run, within);
      return Array.from({ length: end - begin }, (_, index): Opening => {
        const from = run.first + (begin + index) * run.step;
        const { provider: seenBy, locationId } = run;
        const position = { since, startsAt: String(from), providerEhrId: seenBy.ehrId, locationId };
        return { from, to: from + run.length, provider: seenBy, locationId, position };
      });
    })
    .sort(inListOrder);

/** Reads what is taken in the working times that touch a time, and returns the openings that are left of them. */
async function runsWithin(
  tx: Transaction,
  linkedAccountId: string,
  { work, within, cut }: { work: readonly ProvidersWork[]; within: Span; cut: Cut },
): Promise<ProvidersRun[]> {
  const touched = work.filter(({ from, to }) => from < within.to && to > within.from);
  if (touched.length === 0) return [];
  const from = Math.min(...touched.map((time) => time.from)) - cut.buffer;
  const to = Math.max(...touched.map((time) => time.to)) + cut.buffer;
  const providerEhrIds = [...new Set(touched.map(({ provider: { ehrId } }) => ehrId))];
  const taken = await takenTimesOf(tx, linkedAccountId, { providerEhrIds, from: new Date(from), to: new Date(to) });
  const parts = cut.parts.filter((part) => part.from < within.to && part.to > within.from);
  return touched.flatMap((time) => {
    const spans = (taken.get(time.provider.ehrId) ?? []).map((each) => ({
      from: each.startsAt.getTime() - cut.buffer,
      to: endOf(each).getTime() + cut.buffer,
    }));
    return withoutTaken(time, spans).flatMap((free) =>
      runsOf(free, { ...cut, parts }).map((run) => ({ ...run, provider: time.provider, locationId: time.locationId })),
    );
  });
}

/** Yields a time in parts of a day or less, each with the openings that begin in it or in the parts beside it. */
async function* dayByDay(tx: Transaction, linkedAccountId: string, asked: Parameters<typeof runsWithin>[2]) {
  let days = FIRST_DAYS;
  for (
    let from = asked.within.from;
    from < asked.within.to;
    from += days * DAY_MS, days = Math.min(2 * days, MOST_DAYS)
  ) {
    const to = Math.min(asked.within.to, from + days * DAY_MS);
    const runs = await runsWithin(tx, linkedAccountId, { ...asked, within: { from, to } });
    for (let day = from; day < to; day += DAY_MS) yield { runs, within: { from: day, to: Math.min(to, day + DAY_MS) } };
  }
}

/** Collects the openings that a request asks for, and counts all of them if it asks for a numbered page. */
async function collect(
  days: ReturnType<typeof dayByDay>,
  { limit, offset }: Extent,
  since: string,
  isAfter: (opening: Opening) => boolean,
): Promise<{ found: Opening[]; total: number }> {
  const found: Opening[] = [];
  let total = 0;
  for await (const { runs, within } of days) {
    if (offset === null) {
      found.push(...openingsIn(runs, within, since).filter(isAfter));
      if (found.length > limit) break;
      continue;
    }
    const count = runs.reduce((sum, run) => {
      const { begin, end } = placesIn(run, within);
      return sum + end - begin;
    }, 0);
    if (total + count > offset && total < offset + limit) {
      const first = Math.max(0, offset - total);
      found.push(...openingsIn(runs, within, since).slice(first, offset + limit - total));
    }
    total += count;
  }
  return { found: found.slice(0, limit + 1), total };
}

/** Returns the parts of days in which openings lie. */
function partsOf(
  { start_date, end_date, earliest, latest }: AvailabilityQuery,
  clockAt: ReturnType<typeof wallClockOf>,
) {
  if (earliest === undefined && latest === undefined)
    return [{ from: clockAt(start_date, "00:00:00"), to: Number.POSITIVE_INFINITY }];
  const parts: Span[] = [];
  for (let day = start_date; day <= end_date; day = addDays(day, 1)) {
    const to = latest === undefined ? clockAt(addDays(day, 1), "00:00:00") : clockAt(day, `${latest}:00`);
    parts.push({ from: clockAt(day, `${earliest ?? "00:00"}:00`), to });
  }
  return parts;
}

/** Names the providers of whom nothing can be said, as they have no hours; empty if all have some. */
function warningsOf(providers: readonly Provider[]): string[] {
  const unknown = providers
    .filter(({ hours }) => hours.length === 0)
    .map((each) => `${fullName({ first_name: each.firstName, last_name: each.lastName })} (${each.ehrId})`);
  if (unknown.length === 0) return [];
  const more = unknown.length > NAMED ? ` and ${unknown.length - NAMED} more` : "";
  return [`No gaps are known of providers without hours: ${unknown.slice(0, NAMED).join(", ")}${more}`];
}

/** The openings of a visit's length that are left of the providers' hours, as GET /availability answers them. */
export async function readGaps(tx: Transaction, linkedAccountId: string, query: AvailabilityQuery) {
  const { start_date: first, end_date: last, appointment_type: type, duration, buffer = 0, cursor } = query;
  const [zone, providers, types] = await Promise.all([
    zoneOfAccount(tx, linkedAccountId),
    readProviders(tx, linkedAccountId, query),
    type === undefined
      ? []
      : tx
          .select({ duration: visitType.duration })
          .from(visitType)
          .where(and(eq(visitType.linkedAccountId, linkedAccountId), sql`lower(${visitType.name}) = lower(${type})`))
          .limit(1),
  ]);
  const isUnknownType = type !== undefined && types.length === 0;
  const clockAt = wallClockOf(zone);
  const places = query.location_ids === undefined ? null : new Set(query.location_ids);
  const work = providers.flatMap((each) =>
    workingTimes(each.hours, { first, last }, clockAt)
      .filter(({ locationId }) => (query.location_id ?? locationId) === locationId && (places?.has(locationId) ?? true))
      .map((time): ProvidersWork => ({ ...time, provider: each })),
  );
  const minutes = duration ?? (types[0]?.duration || null);
  const after = cursor === undefined ? null : decodeCursor(cursor, cursorShape);
  const cut: Cut = {
    length: minutes === null ? null : minutes * MINUTE_MS,
    buffer: buffer * MINUTE_MS,
    now: Number(after?.[0] ?? present().getTime()),
    parts: partsOf(query, clockAt),
  };
  const from = Math.max(clockAt(first, "00:00:00"), cut.now, Number(after?.[1] ?? 0));
  const within = { from, to: clockAt(addDays(last, 1), "00:00:00") };
  const isAfter = (opening: Opening) =>
    after === null ||
    (opening.from - Number(after[1]) ||
      compare(opening.provider.ehrId, after[2]) ||
      compare(opening.locationId, after[3])) > 0;
  const extent = extentOf(query);
  const { found, total } = await collect(
    dayByDay(tx, linkedAccountId, { work: isUnknownType ? [] : work, within, cut }),
    extent,
    String(cut.now),
    isAfter,
  );
  const { page, ...more } = toPage(found, extent, total);
  const availability = page.map(({ from: at, to, provider: seenBy, locationId }) => ({
    id: "",
    slot_id: "",
    emr_appointment_id: "",
    datetime: momentAt(new Date(at), zone),
    duration: (to - at) / MINUTE_MS,
    appointment_type: "",
    location_id: locationId,
    provider_id: seenBy.id,
    provider_ehr_id: seenBy.ehrId,
    provider_name: `${seenBy.firstName} ${seenBy.lastName}`,
  }));
  const warnings = [
    ...(isUnknownType ? ["appointment_type matches no visit type of the account"] : []),
    ...warningsOf(providers),
  ];
  return { availability, warnings, more };
}

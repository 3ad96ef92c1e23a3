import { z } from "zod";
import { type Cover, EmrError, type RecordPage } from "#lib/emr/port/port";
import { ownIdsOf } from "#lib/emr/records-api/own-ids";
import type { Remote } from "#lib/emr/records-api/remote";
import { addDays } from "#lib/kernel/dates";
import { firstMomentOf } from "#lib/kernel/moments";
import { pagesIn, rowsIn } from "./answers.ts";
import { readWhole } from "./lists.ts";
import { AVAILABILITY_PATH } from "./names.ts";
import { dayOfOpenTime, type Names, openTimesOf } from "./open-time.ts";

/** Days from today whose open times are read each time, and once a night. */
const NEAR_DAYS = 14;
const FAR_DAYS = 91;
/** Days of one request. */
const WINDOW_DAYS = 14;
/** Days before today from which an open time may still be stored. */
const PAST_DAYS = 400;
/** Pages of one answer, of a service that pages it. */
const MOST_PAGES = 20;
/** Pages that are read of the providers and of the locations, to know their other names. */
const NAME_PAGES = 20;

/** The place of a reading after its visits, as its cursor carries it. */
const place = z.object({
  open: z.object({
    today: z.string(),
    far: z.boolean(),
    /** First day of the next request. */
    from: z.string(),
    /** How the reading of the visits ended. */
    since: z.string().nullable(),
    doubt: z.string().nullable(),
  }),
});

type OpenPlace = z.infer<typeof place>["open"];

/** Returns the cursor of the open times that follow the visits of a reading. */
export const openTimesAfter = (at: Omit<OpenPlace, "from">): string =>
  JSON.stringify({ open: { ...at, from: at.today } } satisfies z.infer<typeof place>);

/** Returns the place of a cursor; null for one of the visits. */
export const openPlaceOf = (cursor: string | null): OpenPlace | null =>
  cursor === null ? null : (place.safeParse(JSON.parse(cursor)).data?.open ?? null);

/** All open times, for a service that does not tell them: none of the stored ones is known to be open. */
export const EVERY_OPEN_TIME: Cover = { owner: null, within: null, only: "open" };

interface Reading {
  remote: Remote;
  timeZone: string;
}

/** Reads the open times of some days, each page of a service that pages them. Throws EmrErrors. */
async function answerOf({ remote }: Reading, from: string, to: string, signal: AbortSignal) {
  const query = { start_date: from, end_date: to, calculation_method: "slots" };
  const body = await remote.get(AVAILABILITY_PATH, query, signal);
  const rows = rowsIn(body, "availability");
  const pages = Math.min(pagesIn(body)?.totalPages ?? 1, MOST_PAGES);
  for (let page = 2; page <= pages; page++) {
    rows.push(...rowsIn(await remote.get(AVAILABILITY_PATH, { ...query, page: String(page) }, signal), "availability"));
  }
  const { results } = body as { results?: { timezone?: unknown } };
  return { rows, timezone: body.timezone ?? results?.timezone };
}

type Row = Record<string, unknown>;

const idsOf = (row: unknown): unknown[] => {
  const { provider_id, facility_id } = (row ?? {}) as Row;
  return [provider_id, facility_id];
};

/** Returns whether an entry names its provider or place by an id of the service's own, or its place by the name alone. */
const isNamedOtherwise = (row: unknown): boolean => {
  const { facility_id, facility_name } = (row ?? {}) as Row;
  return ownIdsOf(idsOf(row).map((id) => ({ id }))).length > 0 || (!facility_id && Boolean(facility_name));
};

/** Returns the EMR's ids of a list by the service's own ids and by the names. */
async function namesOf(remote: Remote, list: "providers" | "locations", signal: AbortSignal) {
  const rows = await readWhole(remote, { path: `/${list}`, names: [list], ids: ["ehr_id", "id"] }, NAME_PAGES, signal);
  const found = rows.flatMap((row) => {
    const { id, ehr_id, emr_id, name } = (row ?? {}) as Row;
    const own = ehr_id ?? emr_id;
    if (typeof own !== "string" && typeof own !== "number") return [];
    return [name, id].flatMap((each) =>
      typeof each === "string" && each !== "" ? [[each, String(own)] as const] : [],
    );
  });
  return new Map(found);
}

/** Returns the reads of a service's open times. Their other names are read once, if an answer needs them. */
export function openTimesOfService(reading: Reading) {
  const { remote, timeZone } = reading;
  let names: Promise<Names> | null = null;
  const namesFor = (rows: readonly unknown[], signal: AbortSignal): Names | Promise<Names> => {
    if (!rows.some(isNamedOtherwise)) return { providers: new Map(), places: new Map() };
    names ??= Promise.all([namesOf(remote, "providers", signal), namesOf(remote, "locations", signal)]).then(
      ([providers, places]) => ({ providers, places }),
      (error: unknown) => {
        names = null;
        throw error;
      },
    );
    return names;
  };

  async function readDays(from: string, to: string, signal: AbortSignal) {
    const { rows, timezone } = await answerOf(reading, from, to, signal);
    return openTimesOf(rows, { ofAnswer: timezone, ofAccount: timeZone }, await namesFor(rows, signal));
  }

  const first = (day: string) => new Date(firstMomentOf(day, timeZone)).toISOString();

  return {
    /** Reads a page at a place: the open times of some days. One that the service refuses leaves none that may mislead. */
    async readPage(at: OpenPlace, signal: AbortSignal): Promise<RecordPage<"appointments">> {
      const { today, far, from, since, doubt } = at;
      const last = addDays(today, (far ? FAR_DAYS : NEAR_DAYS) - 1);
      const end = addDays(from, WINDOW_DAYS - 1);
      const to = [end, last].toSorted()[0] ?? last;
      const page = { faulty: [], deleted: [], total: null, since: null };
      try {
        const { records, faulty } = await readDays(from, to, signal);
        const seen = [...records.map(({ emrAppointmentId: id }) => id), ...faulty.map(({ ehrId }) => ehrId)];
        const next = to < last ? JSON.stringify({ open: { ...at, from: addDays(to, 1) } }) : null;
        const begin = from === today ? addDays(today, -PAST_DAYS) : from;
        const within = { from: first(begin), to: first(addDays(to, 1)) };
        return {
          ...page,
          records,
          faulty,
          seen,
          next,
          calculated: [{ owner: null, within, only: "open" }],
          ...(next === null ? { since, doubt } : {}),
        };
      } catch (error) {
        if (!(error instanceof EmrError) || error.kind !== "validation") throw error;
        const refusal = `The EMR refuses to tell its open times: ${error.message}`;
        return {
          ...page,
          records: [],
          next: null,
          since,
          doubt: doubt ?? refusal,
          calculated: [EVERY_OPEN_TIME],
        };
      }
    },

    /** Reads open times by their ids: one that is no longer calculated is gone. Throws EmrErrors. */
    async readEach(ids: readonly string[], signal: AbortSignal) {
      const read = {
        records: [] as RecordPage<"appointments">["records"],
        faulty: [] as { ehrId: string; reason: string }[],
      };
      const days = [...new Set(ids.flatMap((id) => dayOfOpenTime(id) ?? []))];
      for (const day of days) {
        // The id names a moment, whose day at the clinic may be the one before or after.
        const found = await readDays(addDays(day, -1), addDays(day, 1), signal);
        read.records.push(...found.records.filter(({ emrAppointmentId: id }) => ids.includes(id)));
        read.faulty.push(...found.faulty.filter(({ ehrId }) => ids.includes(ehrId)));
      }
      const there = new Set([
        ...read.records.map(({ emrAppointmentId: id }) => id),
        ...read.faulty.map(({ ehrId }) => ehrId),
      ]);
      return { ...read, deleted: ids.filter((id) => !there.has(id)) };
    },
  };
}

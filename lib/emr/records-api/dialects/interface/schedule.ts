import { z } from "zod";
import { type AppointmentCategory, EmrError } from "#lib/emr/port/port";
import type { Remote } from "#lib/emr/records-api/remote";
import { listOf, nextCursorOf, saysCut } from "#lib/emr/records-api/rows";
import { addDays, todayIn } from "#lib/kernel/dates";

/** Days that are read before and after today. The interface lists appointments by a range of dates alone. */
const DAYS_BEFORE = 182;
const DAYS_AFTER = 364;
/** Days of one request to a remote without paging, so that an answer stays small. */
const WINDOW_DAYS = 14;
/** Rows of a page, of reads that the remote pages. */
const PAGE_ROWS = "1000";
/** A remote without paging may cut its list silently: at a round number of rows the days are read one by one. */
const ROUND = 100;

/** The place of a reading of the schedule, as its cursor carries it. */
const place = z.object({
  /** Day of the reading's begin, so that its range stays the same. */
  today: z.string(),
  category: z.number().int().min(0),
  from: z.string(),
  cursor: z.string().nullable(),
});

type Place = z.infer<typeof place>;

/** Rows of one category, and the cursor of what follows them. */
export interface ScheduleRows {
  category: AppointmentCategory;
  rows: unknown[];
  next: string | null;
}

export interface ScheduleReading {
  remote: Remote;
  timeZone: string;
  categories: readonly [AppointmentCategory, ...AppointmentCategory[]];
  /** Whether the remote pages by `limit` and `cursor`, and takes `include_appointment_note` (decisions §5). */
  pages: boolean;
}

function placeOf(cursor: string | null, timeZone: string): Place {
  if (cursor !== null) return place.parse(JSON.parse(cursor));
  const today = todayIn(timeZone);
  return { today, category: 0, from: addDays(today, -DAYS_BEFORE), cursor: null };
}

/** Returns the place after a whole window; null at the end of the last category. */
function placeAfter({ today, category }: Place, end: string, categories: number): Place | null {
  if (end < addDays(today, DAYS_AFTER)) return { today, category, from: addDays(end, 1), cursor: null };
  if (category + 1 === categories) return null;
  return { today, category: category + 1, from: addDays(today, -DAYS_BEFORE), cursor: null };
}

/** Days of one category, YYYY-MM-DD, both inclusive. */
interface Range {
  category: AppointmentCategory;
  from: string;
  to: string;
}

const ask = async (
  { remote, pages }: ScheduleReading,
  { category, from, to }: Range,
  cursor: string | null,
  signal: AbortSignal,
) =>
  remote.get(
    "/appointments",
    {
      start_date: from,
      end_date: to,
      category,
      ...(pages ? { limit: PAGE_ROWS, include_appointment_note: "true" } : {}),
      ...(cursor === null ? {} : { cursor }),
    },
    signal,
  );

/** Reads a window that the remote cut day by day. Throws an EmrError if it cuts a single day too. */
async function readByDays(reading: ScheduleReading, { category, from, to }: Range, signal: AbortSignal) {
  const rows: unknown[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) {
    let cursor: string | null = null;
    do {
      const body = await ask(reading, { category, from: date, to: date }, cursor, signal);
      if (saysCut(body)) {
        throw new EmrError("passing", "The EMR cuts its list of appointments within one day", { notDone: true });
      }
      rows.push(...listOf(body, "appointments"));
      cursor = nextCursorOf(body);
    } while (cursor !== null);
  }
  return rows;
}

/** Reads all rows of one category on some days, again day by day if the remote cuts their list. Throws an EmrError. */
export async function readDays(reading: ScheduleReading, range: Range, signal: AbortSignal): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let cursor: string | null = null; ; ) {
    const body = await ask(reading, range, cursor, signal);
    rows.push(...listOf(body, "appointments"));
    cursor = nextCursorOf(body);
    if (saysCut(body)) return readByDays(reading, range, signal);
    if (cursor !== null) continue;
    const mayBeCut = !reading.pages && rows.length > 0 && rows.length % ROUND === 0;
    return mayBeCut ? readByDays(reading, range, signal) : rows;
  }
}

/**
 * Reads the rows at a cursor: a window of days of one category, or a page of it. A list that the remote cuts is read
 * again by days, so that it is whole.
 */
export async function readSchedule(
  reading: ScheduleReading,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ScheduleRows> {
  const { categories, timeZone, pages } = reading;
  const at = placeOf(cursor, timeZone);
  const category = categories[at.category] ?? categories[0];
  const last = addDays(at.today, DAYS_AFTER);
  const windowEnd = addDays(at.from, WINDOW_DAYS - 1);
  const range = { category, from: at.from, to: pages || windowEnd > last ? last : windowEnd };
  const body = await ask(reading, range, at.cursor, signal);
  const rows = listOf(body, "appointments");
  const nextCursor = nextCursorOf(body);
  const after = (next: Place | null) => (next === null ? null : JSON.stringify(next));
  if (nextCursor !== null) return { category, rows, next: after({ ...at, cursor: nextCursor }) };
  const next = after(placeAfter(at, range.to, categories.length));
  const mayBeCut = at.cursor === null && rows.length > 0 && rows.length % ROUND === 0;
  if (!saysCut(body) && (pages || !mayBeCut)) return { category, rows, next };
  return { category, rows: await readByDays(reading, range, signal), next };
}

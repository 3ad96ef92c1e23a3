import { z } from "zod";
import type { EventLog, LoggedEvent } from "#lib/emr/port/port";
import { EmrError } from "#lib/emr/port/port";
import { momentOf } from "#lib/kernel/moments";
import { isStorable } from "#lib/kernel/storable-text";
import { pagesIn, rowsIn } from "./answers.ts";
import { fitsOf, textOf } from "./event-fit.ts";
import { PAGE_ROWS } from "./lists.ts";
import { EMR_VISIT_IDS, EVENT_LISTS, EVENTS_PATH, referenceIn, VISIT_IDS } from "./names.ts";
import type { Reading, readerOf } from "./pages.ts";

/** Pages that are read of the log at once: ten thousand events. */
const MOST_PAGES = 100;

/** The widest offset of a time zone: a day in the log's zone begins at most so long before its day in UTC. */
const ZONE_MS = 14 * 3_600_000;

const id = z
  .union([z.string().min(1), z.number().transform(String)])
  .refine((text) => text.length <= 500 && isStorable(text));

const row = z.object({
  event_id: id.optional().catch(undefined),
  id: id.optional().catch(undefined),
  event_type: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
  created_at: z.string().optional().catch(undefined),
  created: z.string().optional().catch(undefined),
  job_id: id.nullish().catch(null),
  access_token_reference_id: id.nullish().catch(null),
});

/** Returns an event of the log, or of a webhook; null for one that is not understood. The data may be the whole event. */
export function eventOf(given: unknown): LoggedEvent | null {
  const found = row.safeParse(given).data;
  const type = found?.event_type ?? found?.type;
  const eventId = found?.event_id ?? found?.id;
  const at = momentOf(found?.created_at ?? found?.created ?? "", "UTC");
  if (!found || !type || !eventId || at === null) return null;
  const data = found.data ?? {};
  const isWhole = data.data !== null && typeof data.data === "object" && typeof data.type === "string";
  const whole = isWhole ? row.safeParse(data).data : undefined;
  const jobId = found.job_id ?? whole?.job_id ?? null;
  const reference = found.access_token_reference_id ?? whole?.access_token_reference_id ?? null;
  return { id: eventId, type, jobId, at, data: whole?.data ?? data, reference };
}

interface LogPage {
  events: LoggedEvent[];
  rows: number;
  totalPages: number | null;
  size: number;
}

/** Reads a page of the log from a day on. */
async function readLogPage({ remote }: Reading, since: string, page: number, signal: AbortSignal): Promise<LogPage> {
  const start_date = new Date(Date.parse(since) - ZONE_MS).toISOString().slice(0, 10);
  const query = { start_date, page: String(page), page_size: String(PAGE_ROWS) };
  const body = await remote.get(EVENTS_PATH, query, signal);
  const rows = rowsIn(body, ...EVENT_LISTS);
  const pages = pagesIn(body);
  const size = pages?.size ?? PAGE_ROWS;
  const totalPages =
    pages?.totalPages ??
    (pages?.totalCount === null || pages?.totalCount === undefined ? null : Math.ceil(pages.totalCount / size));
  return { events: rows.flatMap((each) => eventOf(each) ?? []), rows: rows.length, totalPages, size };
}

const isBefore = ({ events }: LogPage, since: string): boolean => events.some(({ at }) => at < since);

/** Returns whether the events of a page follow each other from the latest to the earliest. */
const isDescending = ({ events }: LogPage): boolean => (events[0]?.at ?? "") > (events.at(-1)?.at ?? "");

/**
 * Reads the log since a moment: from its latest page on, until a page has an earlier event. The log's order is not known, so
 * its first page shows it. Throws an EmrError for a log that does not end.
 */
async function readLog(reading: Reading, since: string, signal: AbortSignal): Promise<LoggedEvent[]> {
  const first = await readLogPage(reading, since, 1, signal);
  const found = new Map(first.events.map((each) => [each.id, each]));
  const keep = ({ events }: LogPage) => {
    const fresh = events.filter(({ id: own }) => !found.has(own));
    for (const each of fresh) found.set(each.id, each);
    return fresh.length;
  };
  const { totalPages } = first;
  if (!isDescending(first) && totalPages !== null && totalPages > 1) {
    // The latest page may be new, if events came meanwhile.
    for (let page = totalPages; page > 1; page--) {
      const read = await readLogPage(reading, since, page, signal);
      keep(read);
      if (isBefore(read, since)) break;
      if (totalPages - page > MOST_PAGES) throw new EmrError("passing", "The EMR's log of events does not end");
    }
  } else {
    let last = first;
    for (let page = 2; last.rows > 0 && !(isDescending(last) && isBefore(last, since)); page++) {
      const goesOn = totalPages === null ? last.rows >= last.size : page <= totalPages;
      if (!goesOn) break;
      if (page > MOST_PAGES) throw new EmrError("passing", "The EMR's log of events does not end");
      last = await readLogPage(reading, since, page, signal);
      if (keep(last) === 0) break;
    }
  }
  const events = [...found.values()].filter(({ at }) => at >= since);
  return events.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

const textIn = (data: Record<string, unknown>, names: readonly string[]): string | null => {
  const inner = data.appointment ?? data.patient;
  const levels = [data, ...(inner !== null && typeof inner === "object" ? [inner as Record<string, unknown>] : [])];
  return (
    levels.flatMap((level) => names.map((name) => textOf(level[name]))).find((text) => text !== null && text !== "") ??
    null
  );
};

/** Returns the log of a service. What an event says of a record is not believed: the record is read. */
export function eventLogOf(reading: Reading, { readVisit, readPatients }: ReturnType<typeof readerOf>): EventLog {
  return {
    reference: referenceIn(reading.traits),
    read: (since, signal) => readLog(reading, since, signal),
    fitOf: fitsOf(reading, { readVisit }),
    async readAnew({ type, data }, signal) {
      // Whether the login is still lost shows the next read, whose refusal is noted.
      if (type === "login_required") await reading.remote.ask("/settings", {}, signal);
      const [subject] = type.split(".");
      if (subject === "appointment") {
        const own = textIn(data, VISIT_IDS);
        const ofEmr = textIn(data, EMR_VISIT_IDS);
        for (const id of [own, ofEmr]) {
          const found = id === null ? null : await readVisit(id, signal);
          if (found)
            return { kind: "appointments", read: { records: found.records, faulty: found.faulty, deleted: [] } };
        }
        return null;
      }
      if (subject !== "patient") return null;
      const mrn = textIn(data, ["patient_mrn", "mrn"]);
      const ehrId = textIn(data, ["patient_ehr_id", "ehr_id"]);
      if (mrn === null && ehrId === null) return null;
      const query = mrn === null ? { ehr_id: ehrId ?? "" } : { mrn };
      const read = await readPatients(query, signal);
      return { kind: "patients", read };
    },
  };
}

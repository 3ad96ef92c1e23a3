import { createHash } from "node:crypto";
import { z } from "zod";
import { MAX_FILE_BYTES } from "#lib/emr/http/file-size";
import { jsonOf } from "#lib/emr/http/json";
import type { EventLog, LoggedEvent, LoggedEvents, UnreadEvent } from "#lib/emr/port/port";
import { EmrError } from "#lib/emr/port/port";
import { refusalOf } from "#lib/emr/records-api/remote";
import { momentOf } from "#lib/kernel/moments";
import { withoutTooDeep } from "#lib/kernel/nesting";
import { isStorable, storableJson } from "#lib/kernel/storable-text";
import { pagesIn, rowsIn } from "./answers.ts";
import { fitsOf, textOf } from "./event-fit.ts";
import { PAGE_ROWS } from "./lists.ts";
import { EMR_VISIT_IDS, EVENT_LISTS, EVENTS_PATH, referenceIn, VISIT_IDS } from "./names.ts";
import type { Reading, readerOf } from "./pages.ts";

/** Stands for a job that an event names by something else than an id. */
const UNREADABLE = "\0";

/** Pages that are read of the log at once: ten thousand events. */
const MOST_PAGES = 100;

/** The widest offset of a time zone: a day in the log's zone begins at most so long before its day in UTC. */
const ZONE_MS = 14 * 3_600_000;

const MAX_ID_LENGTH = 500;
const MAX_TYPE_LENGTH = 200;

const id = z
  .union([z.string().min(1), z.number().transform(String)])
  .refine((text) => text.length <= MAX_ID_LENGTH && isStorable(text));

const word = z.string().min(1).max(MAX_TYPE_LENGTH).refine(isStorable);

const row = z.object({
  event_id: id.optional().catch(undefined),
  id: id.optional().catch(undefined),
  event_type: word.optional().catch(undefined),
  type: word.optional().catch(undefined),
  data: z.record(z.string(), z.unknown()).nullish().catch(null),
  created_at: z.string().optional().catch(undefined),
  created: z.string().optional().catch(undefined),
  job_id: z
    .union([id, z.literal("").transform(() => null)])
    .nullish()
    .catch(UNREADABLE),
  access_token_reference_id: id.nullish().catch(null),
});

/** Returns the moment of an event; null for text that is none, also one beyond the calendar. */
function momentIn(text: string): string | null {
  try {
    const at = momentOf(text, "UTC");
    return at !== null && /^\d{4}-/.test(at) ? at : null;
  } catch {
    return null;
  }
}

/** Returns an event of the log, or of a webhook, or why it is not understood. The data may be the whole event. */
function understood(given: unknown): LoggedEvent | { unread: string } {
  const found = row.safeParse(given).data;
  if (!found) return { unread: "It is no object" };
  const data = found.data ?? {};
  const isWhole = data.data !== null && typeof data.data === "object" && typeof data.type === "string";
  const whole = isWhole ? row.safeParse(data).data : undefined;
  const type = found.event_type ?? found.type;
  const eventId = found.event_id ?? found.id;
  const at = momentIn(found.created_at ?? found.created ?? "");
  const jobId = found.job_id ?? whole?.job_id ?? null;
  const reference = found.access_token_reference_id ?? whole?.access_token_reference_id ?? null;
  if (!eventId) return { unread: `It has no id of at most ${MAX_ID_LENGTH} characters` };
  if (!type) return { unread: `It names no type of at most ${MAX_TYPE_LENGTH} characters` };
  if (at === null) return { unread: "It does not say when it was made" };
  if (jobId === UNREADABLE) return { unread: "It names its job by something that is no id" };
  const stored = storableJson(whole?.data ?? data) as Record<string, unknown>;
  return { id: eventId, type, jobId, at, data: stored, reference };
}

/** Returns an event of the log, or of a webhook; null for one that is not understood. */
export function eventOf(given: unknown): LoggedEvent | null {
  const found = understood(given);
  return "unread" in found ? null : found;
}

/** Returns what identifies an entry that is not understood: its id, else its content. */
function idOfUnread(given: unknown): string {
  const { event_id, id: own } = row.safeParse(given).data ?? {};
  return event_id ?? own ?? `unread ${createHash("sha256").update(JSON.stringify(given)).digest("hex")}`;
}

interface LogPage {
  events: LoggedEvent[];
  unread: UnreadEvent[];
  rows: number;
  totalPages: number | null;
  size: number;
}

/** Reads the answer of a page of the log, of which one event may be nested too deeply, or be very long. Throws EmrErrors. */
async function bodyOf(remote: Reading["remote"], query: Record<string, string>, signal: AbortSignal) {
  const response = await remote.ask(EVENTS_PATH, query, signal, { maxBytes: MAX_FILE_BYTES });
  if (response.status < 200 || response.status > 299) throw refusalOf(response);
  const body = jsonOf({ ...response, body: Buffer.from(withoutTooDeep(response.body)) });
  if (body === null) throw new EmrError("passing", "The EMR's answer is not a JSON object");
  return body;
}

/** Reads a page of the log from a day on. */
async function readLogPage({ remote }: Reading, since: string, page: number, signal: AbortSignal): Promise<LogPage> {
  const start_date = new Date(Date.parse(since) - ZONE_MS).toISOString().slice(0, 10);
  const query = { start_date, page: String(page), page_size: String(PAGE_ROWS) };
  const body = await bodyOf(remote, query, signal);
  const rows = rowsIn(body, ...EVENT_LISTS);
  const pages = pagesIn(body);
  const size = pages?.size ?? PAGE_ROWS;
  const totalPages =
    pages?.totalPages ??
    (pages?.totalCount === null || pages?.totalCount === undefined ? null : Math.ceil(pages.totalCount / size));
  const events: LoggedEvent[] = [];
  const unread: UnreadEvent[] = [];
  for (const each of rows) {
    const found = understood(each);
    if ("unread" in found) unread.push({ id: idOfUnread(each), reason: found.unread });
    else events.push(found);
  }
  return { events, unread, rows: rows.length, totalPages, size };
}

/** Returns whether all events of a page are earlier: one alone may say a wrong time. */
const isBefore = ({ events }: LogPage, since: string): boolean =>
  events.length > 0 && events.every(({ at }) => at < since);

/** Returns whether the events of a page follow each other from the latest to the earliest, as most of them do. */
function isDescending({ events }: LogPage): boolean {
  const steps = events.slice(1).map(({ at }, index) => Math.sign(Date.parse(at) - Date.parse(events[index]?.at ?? at)));
  return steps.reduce((sum, step) => sum + step, 0) < 0;
}

/**
 * Reads the log since a moment: from its latest page on, until a page has an earlier event. The log's order is not known, so
 * its first page shows it. Throws an EmrError for a log that does not end.
 */
async function readLog(reading: Reading, since: string, signal: AbortSignal): Promise<LoggedEvents> {
  const first = await readLogPage(reading, since, 1, signal);
  const found = new Map(first.events.map((each) => [each.id, each]));
  const unread = new Map(first.unread.map((each) => [each.id, each]));
  const keep = ({ events, unread: others }: LogPage) => {
    const before = unread.size;
    for (const each of others) unread.set(each.id, each);
    const fresh = events.filter(({ id: own }) => !found.has(own));
    for (const each of fresh) found.set(each.id, each);
    return fresh.length + unread.size - before;
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
  const sorted = events.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return { events: sorted, unread: [...unread.values()] };
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

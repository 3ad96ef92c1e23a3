import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { visitTitle } from "#components/appointments/visit-title.ts";
import { type ChangeWords, changeLines } from "#components/changes/change-lines.ts";
import type { PastChange } from "#lib/browser/api/changes";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { words } from "./words.ts";

/** A visit that changed in the EMR, and what changed of it. */
export interface VisitMark {
  /** Id here. */
  id: string;
  emrId: string | null;
  /** "Mon, Mar 2, 9:20 AM Ada Lovelace". */
  title: string;
  /** "Time 10:00 AM → 10:30 AM, noticed 9:41 AM". */
  text: string;
  /** When the newest of its changes was noticed, ISO 8601. */
  noticedAt: string;
  /** The days (YYYY-MM-DD at the clinic) on which it is, and was. */
  days: readonly string[];
  isGone: boolean;
}

/** Changed fields that a mark names, and the most characters of a value. */
const MOST_FIELDS = 3;
const MOST_CHARACTERS = 60;

const short = (value: string | null): string => {
  if (value === null) return words.empty;
  return value.length > MOST_CHARACTERS ? `${value.slice(0, MOST_CHARACTERS - 1)}…` : value;
};

/** Returns the differences of several changes of a record, newest first, as one: what was there before all of them, and after. */
function merged(changes: readonly PastChange[]): PastChange["differences"] {
  const fields = new Map<string, PastChange["differences"][number]>();
  for (const { differences } of changes) {
    for (const { field, before, after } of differences) {
      const last = fields.get(field);
      fields.set(field, { field, before, after: last ? last.after : after });
    }
  }
  return [...fields.values()].filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after));
}

/** Returns the times of a move within a day: "10:00 AM" and "10:30 AM"; null of a move to another day. */
function withinDay({ before, after }: { before: unknown; after: unknown }, timeZone: string): [string, string] | null {
  if (typeof before !== "string" || typeof after !== "string") return null;
  if (clinicDay(before, timeZone) !== clinicDay(after, timeZone)) return null;
  return [clinicTime(before, timeZone), clinicTime(after, timeZone)];
}

/** Returns what changed in a line, or null if nothing that people see did. */
function whatChanged(changes: readonly PastChange[], shown: ChangeWords): string | null {
  const newest = changes[0] as PastChange;
  const isNew = changes.some(({ change }) => change === "created");
  if (newest.change === "deleted") return isNew ? null : words.isGone;
  if (isNew) return words.isNew;
  const differences = merged(changes);
  const lines = changeLines({ ...newest, differences }, shown).map(({ field, label, before, after }) => {
    const moved = differences.find((each) => each.field === field && field === "datetime");
    const [from, to] = (moved && withinDay(moved, shown.timeZone)) ?? [short(before), short(after)];
    return words.from(label, from, to);
  });
  if (lines.length === 0) return null;
  const more = lines.length - MOST_FIELDS;
  return [...lines.slice(0, MOST_FIELDS), ...(more > 0 ? [words.more(more)] : [])].join("; ");
}

const today = (timeZone: string) => clinicDay(new Date().toISOString(), timeZone);

/** Returns a moment as a time of today, or with its day. */
function whenWords(at: string, timeZone: string): string {
  const day = clinicDay(at, timeZone);
  return day === today(timeZone) ? clinicTime(at, timeZone) : `${day}, ${clinicTime(at, timeZone)}`;
}

function markOf(changes: readonly PastChange[], shown: ChangeWords): VisitMark | null {
  const newest = changes[0] as PastChange;
  const what = whatChanged(changes, shown);
  if (what === null) return null;
  const was = Object.fromEntries(merged(changes).map(({ field, before }) => [field, before]));
  const record = { ...was, ...newest.record } as unknown as AppointmentModel;
  const days = [record.datetime, was.datetime].filter((at) => typeof at === "string").map((at) => at.slice(0, 10));
  const when = `${clinicDay(record.datetime, shown.timeZone)}, ${clinicTime(record.datetime, shown.timeZone)}`;
  return {
    id: newest.id,
    emrId: newest.ehr_id,
    title: `${when} ${visitTitle(record)}`,
    text: words.noticed(what, whenWords(newest.noticed_at, shown.timeZone)),
    noticedAt: newest.noticed_at,
    days,
    isGone: newest.change === "deleted",
  };
}

/**
 * Returns the marks of changes, newest first, that were found in the EMR: one for each visit that shows something else.
 * `isUnseen` tells which are new to the person.
 */
export function marksOf(
  changes: readonly PastChange[],
  isUnseen: (change: PastChange) => boolean,
  shown: ChangeWords,
): ReadonlyMap<string, VisitMark> {
  const unseen = changes.filter((change) => change.made_by === "emr" && isUnseen(change));
  const found = [...Map.groupBy(unseen, ({ id }) => id).values()].flatMap((group) => markOf(group, shown) ?? []);
  return new Map(found.map((mark) => [mark.id, mark]));
}

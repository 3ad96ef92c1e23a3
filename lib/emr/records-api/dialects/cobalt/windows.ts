import { z } from "zod";
import { addDays, todayIn } from "#lib/kernel/dates";
import { firstMomentOf } from "#lib/kernel/moments";
import { nightOf } from "#lib/kernel/nights";
import { LIST_START, type ListPlace, listPlace } from "./lists.ts";

/** Days of a list by dates: those around today that each reading reads, and those that one a night reads. */
export interface Span {
  near: { before: number; after: number };
  far: { before: number; after: number };
  /** Days of one request outside of the near ones. */
  window: number;
}

interface Days {
  from: string;
  to: string;
}

/** The place of a reading, as its cursor carries it. */
const place = z.object({
  /** Day and moment of the reading's begin, so that its days stay the same. */
  today: z.string(),
  began: z.string(),
  /** Whether it reads the far days, too. */
  far: z.boolean(),
  window: z.number().int().nonnegative(),
  list: listPlace,
  /** Rows of the reading that came before. */
  rows: z.number().int().nonnegative(),
  doubt: z.string().nullable(),
});

export type WindowPlace = z.infer<typeof place>;

/** Returns the windows of a reading: the near days first. */
function windowsOf({ near, far, window }: Span, { today, far: isFar }: Pick<WindowPlace, "today" | "far">): Days[] {
  const close = { from: addDays(today, -near.before), to: addDays(today, near.after) };
  if (!isFar) return [close];
  const days = (from: string, to: string): Days[] => {
    if (from > to) return [];
    const end = addDays(from, window - 1);
    return [{ from, to: end < to ? end : to }, ...days(addDays(end, 1), to)];
  };
  return [
    close,
    ...days(addDays(today, -far.before), addDays(close.from, -1)),
    ...days(addDays(close.to, 1), addDays(today, far.after)),
  ];
}

/** Returns the place of a cursor. Without one a reading begins: of the far days if a night began since the last such one. */
export function windowPlaceOf(
  { cursor, since }: { cursor: string | null; since: string | null },
  timeZone: string,
): WindowPlace {
  if (cursor !== null) return place.parse(JSON.parse(cursor));
  const now = new Date();
  const last = since === null ? null : new Date(since);
  const far = last === null || nightOf(last, timeZone) < nightOf(now, timeZone);
  return {
    today: todayIn(timeZone, now),
    began: now.toISOString(),
    far,
    window: 0,
    list: LIST_START,
    rows: 0,
    doubt: null,
  };
}

/** Returns the days of a place, as the parameters of a list. */
export function daysOf(span: Span, at: WindowPlace): { start_date: string; end_date: string } {
  const days = windowsOf(span, at)[at.window];
  if (!days) throw new Error("A reading has no such days");
  return { start_date: days.from, end_date: days.to };
}

/** Returns the place after a page; null after the last one. */
export function placeAfter(
  span: Span,
  at: WindowPlace,
  read: { rows: readonly unknown[]; next: ListPlace | null; doubt: string | null },
): WindowPlace | null {
  const rows = at.rows + read.rows.length;
  const doubt = at.doubt ?? read.doubt;
  if (read.next) return { ...at, list: read.next, rows, doubt };
  if (at.window + 1 === windowsOf(span, at).length) return null;
  return { ...at, window: at.window + 1, list: LIST_START, rows, doubt };
}

/** Returns all days of a reading of the far days, as moments: the first included, the last not. */
export const momentsOf = ({ far }: Span, { today }: WindowPlace, timeZone: string): { from: string; to: string } => ({
  from: new Date(firstMomentOf(addDays(today, -far.before), timeZone)).toISOString(),
  to: new Date(firstMomentOf(addDays(today, far.after + 1), timeZone)).toISOString(),
});

/** Returns the watermark after a reading: the begin of the last one of the far days. */
export const sinceAfter = (at: WindowPlace, since: string | null): string =>
  at.far || since === null ? at.began : since;

import type { Span } from "./working-time.ts";

const MINUTE_MS = 60_000;
const minuteFrom = (at: number) => Math.ceil(at / MINUTE_MS) * MINUTE_MS;
const minuteTo = (at: number) => Math.floor(at / MINUTE_MS) * MINUTE_MS;

/** Returns what is left of a time, in whole minutes: visits begin at them. */
export function withoutTaken({ from, to }: Span, taken: readonly Span[]): Span[] {
  const free: Span[] = [];
  let at = from;
  for (const span of taken.toSorted((one, other) => one.from - other.from)) {
    if (span.to <= at) continue;
    if (span.from >= to) break;
    free.push({ from: at, to: span.from });
    at = span.to;
  }
  return [...free, { from: at, to }]
    .map((span) => ({ from: minuteFrom(span.from), to: minuteTo(span.to) }))
    .filter((span) => span.from < span.to);
}

/** How gaps become openings; all in milliseconds. */
export interface Cut {
  /** Length of an opening; null for whole gaps. */
  length: number | null;
  /** Between two openings. */
  buffer: number;
  /** Openings begin at this moment or later. */
  now: number;
  /** The parts of days in which openings lie; the whole time if it is one part. */
  parts: readonly Span[];
}

/** Openings of one length that follow each other, at the same distance. */
export interface Run {
  first: number;
  step: number;
  count: number;
  length: number;
}

/** Returns the openings of a free time: they begin with it, or with the part of the day. */
export const runsOf = (free: Span, { length, buffer, now, parts }: Cut): Run[] =>
  parts.flatMap((part) => {
    const [from, to] = [Math.max(free.from, part.from), Math.min(free.to, part.to)];
    if (length === null) {
      const first = Math.max(from, minuteFrom(now));
      return first < to ? [{ first, step: to - first, count: 1, length: to - first }] : [];
    }
    const step = length + buffer;
    const first = from + Math.max(0, Math.ceil((now - from) / step)) * step;
    const count = Math.floor((to - length - first) / step) + 1;
    return count > 0 ? [{ first, step, count, length }] : [];
  });

/** Returns the numbers of a run's first opening that begins within a time, and of the one after the last. */
export function placesIn({ first, step, count }: Run, { from, to }: Span): { begin: number; end: number } {
  const placeOf = (at: number) => Math.min(count, Math.max(0, Math.ceil((at - first) / step)));
  return { begin: placeOf(from), end: placeOf(to) };
}

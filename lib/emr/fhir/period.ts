import { isRecord, type Untrusted } from "./untrusted.ts";

/** A year, a month or a day: it lasts to its end. */
const PARTIAL = /^\d{4}(-\d{2}){0,2}$/;

/** Returns whether a moment of a period lies before another moment; one of a partial date does if all of it does. */
function isBefore(value: string, now: Date): boolean {
  if (PARTIAL.test(value)) return value < now.toISOString().slice(0, value.length);
  return Date.parse(value) < now.getTime();
}

/** Returns whether a moment of a period lies after another moment. */
function isAfter(value: string, now: Date): boolean {
  if (PARTIAL.test(value)) return value > now.toISOString().slice(0, value.length);
  return Date.parse(value) > now.getTime();
}

/** Returns whether an element holds at a moment: its `period`, if it has one, has begun and has not ended. */
export function holdsAt({ period }: Untrusted, now: Date): boolean {
  const { start, end } = isRecord(period) ? period : {};
  const hasEnded = typeof end === "string" && isBefore(end, now);
  return !hasEnded && !(typeof start === "string" && isAfter(start, now));
}

import { type Asked, type Names, textOf } from "#lib/definitions/shown";

/** Returns the days of a live fetch in words; "" of an erased request. */
export function daysShown({ start_date, end_date }: Asked, names: Names): string {
  const [from, until] = [textOf(start_date), textOf(end_date)];
  if (from === "") return "";
  return from === until ? `of ${names.day(from)}` : `from ${names.day(from)} to ${names.day(until)}`;
}

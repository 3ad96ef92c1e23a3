import { dateFormat } from "#lib/kernel/date-format";

const numeric = () => dateFormat({ year: "numeric", month: "numeric", day: "numeric", timeZone: "UTC" });

/** Returns whether dates are shown and typed with the month first, as in the United States. */
export const isMonthFirst = (): boolean => /^1\D2\D/.test(numeric().format(86_400_000));

/**
 * Returns the text of a date field for its value: "11/25/2026", or with the month's name where a locale writes another
 * order, so that it is read as it was shown. A text that is no date is returned as it is.
 */
export function dayText(value: string): string {
  const at = Date.parse(`${value}T00:00:00Z`);
  if (Number.isNaN(at) || !new Date(at).toISOString().startsWith(value)) return value;
  return (isMonthFirst() ? numeric() : dateFormat({ dateStyle: "medium", timeZone: "UTC" })).format(at);
}

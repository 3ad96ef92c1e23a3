const SECOND_MS = 1_000;

const floor = (ms: number) => Math.floor(ms / SECOND_MS) * SECOND_MS;

/** Returns a moment as a server shows it that stores whole seconds. */
export const wholeSecond = (moment: string): string => new Date(floor(Date.parse(moment))).toISOString();

/**
 * Returns the value of `_lastUpdated` that finds, among moments with milliseconds, those that the given value finds among
 * moments in whole seconds.
 */
export function inWholeSeconds(value: string): string {
  const [, prefix = "", text = ""] = /^([a-z]{2})?(.*)$/.exec(value) ?? [];
  const at = Date.parse(text);
  if (Number.isNaN(at)) return value;
  const moment = (ms: number) => new Date(ms).toISOString();
  const ceiling = floor(at + SECOND_MS - 1);
  if (prefix === "gt") return `ge${moment(floor(at) + SECOND_MS)}`;
  if (prefix === "ge") return `ge${moment(ceiling)}`;
  if (prefix === "le") return `lt${moment(floor(at) + SECOND_MS)}`;
  if (prefix === "lt") return `lt${moment(ceiling)}`;
  return value;
}

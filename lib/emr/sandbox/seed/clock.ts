/** Returns the wall clock of an IANA time zone: `YYYY-MM-DDTHH:MM`. */
export function wallClockIn(timeZone: string, now: Date): string {
  const parts = new Intl.DateTimeFormat("en-CA", {
    timeZone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  }).formatToParts(now);
  const part = (type: string) => parts.find((found) => found.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}T${part("hour")}:${part("minute")}`;
}

/** Returns the minutes from a fixed moment to a wall clock, so that two of one zone can be subtracted. */
export const minutesOf = (wallClock: string): number => Date.parse(`${wallClock}Z`) / 60_000;

/** The day and the clock's time of a date-time, as a form edits them. */
export interface DateTimeParts {
  /** YYYY-MM-DD, or what was typed in place of it. */
  day: string;
  /** HH:MM:SS, or "". */
  time: string;
}

/** Splits the value of a date-time field, whose day or time may still be missing. */
export function partsOf(value: string): DateTimeParts {
  const [, day, time] = /^(.*)T(\d{2}:\d{2}.*)?$/.exec(value) ?? [];
  if (day === undefined) return { day: value, time: "" };
  return { day, time: time === undefined ? "" : `${time.slice(0, 5)}:00` };
}

/**
 * Returns the value of a date-time field: local time of the clinic, which the API reads in the account's time zone. "" if
 * neither part is there, and a text that is no date-time if one is missing, which the form's check refuses.
 */
export const dateTimeOf = ({ day, time }: DateTimeParts): string =>
  day === "" && time === "" ? "" : `${day}T${time.slice(0, 5)}`;

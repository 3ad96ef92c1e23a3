/** The time of day of a moment (ISO 8601) in the clinic's zone: "9:20 AM". */
export const clinicTime = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZone }).format(new Date(at));

/** The day of a moment in the clinic's zone: "Mon, Mar 2". */
export const clinicDay = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat("en-US", { weekday: "short", month: "short", day: "numeric", timeZone }).format(new Date(at));

import { dateFormat } from "#lib/kernel/date-format";

/** Returns minutes after midnight in words: "9:20 AM". */
export const clockWords = (minutes: number): string =>
  dateFormat({ hour: "numeric", minute: "2-digit", timeZone: "UTC" }).format(new Date(minutes * 60_000));

import { momentOf } from "#lib/kernel/moments";
import { offsetOf } from "#lib/kernel/zone-offset";

const MINUTE_MS = 60_000;

const two = (part: number) => String(part).padStart(2, "0");

/**
 * Returns the moment at which the clinic's clock shows a time of a day (YYYY-MM-DD), in minutes after midnight, as ISO 8601
 * with that clock's offset.
 */
export function momentOn(day: string, minutes: number, timeZone: string): string {
  const local = `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:00`;
  const at = Date.parse(momentOf(local, timeZone) ?? "");
  const offset = Math.round(offsetOf(timeZone, at) / MINUTE_MS);
  const shown = new Date(at + offset * MINUTE_MS).toISOString().slice(0, 19);
  const ahead = Math.abs(offset);
  return `${shown}${offset < 0 ? "-" : "+"}${two(Math.floor(ahead / 60))}:${two(ahead % 60)}`;
}

import type { OpenSlot } from "#lib/browser/api/availability";
import { dateFormat } from "#lib/kernel/date-format";

/** Days that are read at once, and the last one that can be shown: GET /availability takes at most 62 days. */
export const DAYS_READ = 62;

/** Days with free times that are shown at first, and added by each press of the button. */
export const DAYS_SHOWN = 4;

/** Returns the clinic's day of a slot: its time has the offset of the clinic's zone. */
export const dayOf = ({ datetime }: OpenSlot): string => datetime.slice(0, 10);

/** Formats a day as "Tuesday, December 1". */
export const dayWords = (day: string): string =>
  dateFormat({ weekday: "long", month: "long", day: "numeric", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** Formats the clinic's time of a moment as "9:30 AM"; the visitor's own without a zone. */
export const timeWords = (at: string, timeZone?: string): string =>
  dateFormat({ hour: "numeric", minute: "2-digit", ...(timeZone && { timeZone }) }).format(new Date(at));

/** Formats a moment with its day, as the clinic has it: "Tuesday, December 1, 9:30 AM". */
export const momentWords = (slot: OpenSlot, timeZone: string): string =>
  `${dayWords(dayOf(slot))}, ${timeWords(slot.datetime, timeZone)}`;

/** Formats a moment with its day as the visitor's own clock has it. */
export const ownMomentWords = (at: string): string =>
  dateFormat({ weekday: "long", month: "long", day: "numeric", hour: "numeric", minute: "2-digit" }).format(
    new Date(at),
  );

/** Returns the long name of the clinic's zone at a moment: "Eastern Standard Time". */
export const zoneInWords = (at: string, timeZone: string): string =>
  dateFormat({ timeZoneName: "long", timeZone })
    .formatToParts(new Date(at))
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

interface VisitType {
  name: string;
  /** Minutes; 0 if it states none. */
  duration: number;
}

/** Returns whether a slot is for a visit type: for it alone, or for any with room for it. */
export const isForType = ({ appointment_type: own, duration }: OpenSlot, type: VisitType): boolean =>
  own === "" ? type.duration <= duration : own.toLowerCase() === type.name.toLowerCase();

/** Returns how long a visit of a type is in one of its slots, in minutes. */
export const minutesIn = ({ appointment_type: own, duration }: OpenSlot, type: VisitType): number =>
  own === "" ? type.duration || duration : duration;

/** Groups a day's slots by who sees the patient, and where. */
export const byProvider = (slots: readonly OpenSlot[]): OpenSlot[][] => [
  ...Map.groupBy(slots, ({ provider_ehr_id, location_id }) => `${provider_ehr_id}\n${location_id}`).values(),
];

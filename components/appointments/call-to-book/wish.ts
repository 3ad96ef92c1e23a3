import { clinicDay, clinicTime } from "#components/appointments/calendar/day-words.ts";
import { words } from "./words.ts";

/** A visit that is wished for: when, with whom, where and of which type; "" for what is unknown. */
export interface Wish {
  /** ISO 8601 with the clinic's offset. */
  datetime: string;
  provider_ehr_id: string;
  provider_name: string;
  /** The location's name. */
  location: string;
  appointment_type: string;
  /** Minutes, if the time is no longer than that. */
  duration?: number;
}

/** Returns a wish in words, for the person who calls. */
export function wishWords(wish: Wish, timeZone: string): string {
  const when = `${clinicDay(wish.datetime, timeZone)}, ${clinicTime(wish.datetime, timeZone)}`;
  return words.wish(wish.appointment_type, wish.provider_name, when, wish.location);
}

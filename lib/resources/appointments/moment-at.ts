import { withOffset } from "#lib/definitions/account-time";
import { dayKeyOf } from "#lib/job-record/record-order";
import { addDays, todayIn } from "#lib/kernel/dates";
import { offsetOf } from "#lib/kernel/zone-offset";
import { endOf, type ProvidersTime, type TakenTime } from "./taken-times.ts";

/** Returns a moment in ISO 8601 with the offset of an IANA time zone, as GET /appointments shows it. */
export const momentAt = (at: Date, timeZone: string): string =>
  withOffset(new Date(at.getTime() + offsetOf(timeZone, at.getTime())).toISOString(), at.toISOString());

/** Returns the days (YYYY-MM-DD) of an IANA time zone that a time touches. */
function daysOf(time: TakenTime, timeZone: string): string[] {
  const first = todayIn(timeZone, time.startsAt);
  const last = todayIn(timeZone, new Date(endOf(time).getTime() - 1));
  const days = [first];
  for (let day = addDays(first, 1); day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}

/** Returns the keys of the days of providers that a time touches, whose jobs run in the order of their acceptance. */
export function dayKeysOf({ providerEhrIds, ...time }: ProvidersTime, timeZone: string): string[] {
  const days = daysOf(time, timeZone);
  return providerEhrIds.flatMap((ehrId) => days.map((day) => dayKeyOf(ehrId, day)));
}

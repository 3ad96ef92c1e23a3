import type { AppointmentModel } from "#lib/resources/appointments/model";

/** A patient's visits beside the present moment. */
export interface Visits {
  next: AppointmentModel | null;
  last: AppointmentModel | null;
}

/** Returns the next and the last visit at a moment (milliseconds); `visits` are in order of time. */
export function visitsAt(visits: readonly AppointmentModel[], now: number): Visits {
  const isPast = ({ datetime }: AppointmentModel) => Date.parse(datetime) < now;
  return { next: visits.find((visit) => !isPast(visit)) ?? null, last: visits.findLast(isPast) ?? null };
}

/** A patient's insurance as a visit names it. */
export interface Coverage {
  company: string;
  number: string;
  group: string;
  subscriber: string;
  /** Further insurances of the visit. */
  others: string[];
  /** ISO 8601: the visit that names it. */
  asOf: string;
}

/** Returns the insurance that the newest visit with one names; null for none. `visits` are in order of time. */
export function coverageOf(visits: readonly AppointmentModel[]): Coverage | null {
  const visit = visits.findLast(({ insurances }) => insurances.length > 0);
  const [primary, ...others] = visit?.insurances ?? [];
  if (!visit || !primary) return null;
  return {
    company: primary.company,
    number: primary.number,
    group: primary.group_number,
    subscriber: primary.subscriber,
    others: others.map(({ company }) => company),
    asOf: visit.datetime,
  };
}

import { type Problem, problem } from "#lib/kernel/field-error";
import type { ReferralFields } from "#lib/resources/referrals/fields";

interface Dates {
  startDate: string | null;
  endDate: string | null;
}

/** Returns a referral's dates after the given pending updates. */
export const datesAfter = (standing: Dates, updates: readonly ReferralFields[]): Dates =>
  updates.reduce(
    (dates: Dates, { start_date = dates.startDate, end_date = dates.endDate }) => ({
      startDate: start_date,
      endDate: end_date,
    }),
    standing,
  );

/**
 * Checks a request's dates against the referral's current ones (interface 8: `end_date` on or after `start_date`).
 * Returns the problem, or null. Dates are YYYY-MM-DD.
 */
export function datesProblem(standing: Dates, { start_date, end_date }: ReferralFields): Problem | null {
  if (start_date === undefined && end_date === undefined) return null;
  const start = start_date ?? standing.startDate;
  const end = end_date ?? standing.endDate;
  if (start === null || end === null || start <= end) return null;
  return end_date === undefined
    ? problem(
        "start_date",
        `must be on or before ${end}`,
        `start_date must be on or before the referral's end_date, ${end}`,
      )
    : problem(
        "end_date",
        `must be on or after ${start}`,
        `end_date must be on or after the referral's start_date, ${start}`,
      );
}

import type { ReferralFields } from "#lib/operations/referral-fields";

/**
 * What is wrong with a request's dates beside those that stand (interface 8: `end_date` on or after `start_date`),
 * or null. Dates are YYYY-MM-DD.
 */
export function datesProblem(
  standing: { startDate: string | null; endDate: string | null },
  { start_date, end_date }: ReferralFields,
): string | null {
  if (start_date === undefined && end_date === undefined) return null;
  const start = start_date ?? standing.startDate;
  const end = end_date ?? standing.endDate;
  if (start === null || end === null || start <= end) return null;
  return end_date === undefined
    ? `start_date must be on or before the referral's end_date, ${end}`
    : `end_date must be on or after the referral's start_date, ${start}`;
}

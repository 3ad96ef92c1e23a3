/**
 * Returns the SQL of a moment of the present day in a time zone: so many minutes ago, or midnight if that is later, and `plus` minutes
 * later. `plus`: SQL of a number.
 */
export const earlierToday = (ago: number, zone: string, plus: string): string =>
  `greatest(date_trunc('day', now() AT TIME ZONE '${zone}') AT TIME ZONE '${zone}', date_trunc('minute', now()) - interval '${ago} minutes') + make_interval(mins => ${plus}::int)`;

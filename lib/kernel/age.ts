/**
 * Returns a person's age in whole years on a day (both YYYY-MM-DD), in months before the second birthday, in weeks before
 * the third month ends, in days in the first four weeks; "" if the birth date is unknown, not a whole date or in the future.
 */
export function ageOn(born: string | null, day: string): string {
  if (born?.length !== day.length || born > day) return "";
  const [year = 0, month = 0, date = 0] = born.split("-").map(Number);
  const [thisYear = 0, thisMonth = 0, thisDate = 0] = day.split("-").map(Number);
  const months = (thisYear - year) * 12 + thisMonth - month - (thisDate < date ? 1 : 0);
  const days = Math.round((Date.parse(day) - Date.parse(born)) / 86_400_000);
  if (days < 28) return `${days} d`;
  if (months < 3) return `${Math.floor(days / 7)} wk`;
  return months < 24 ? `${months} mo` : String(Math.floor(months / 12));
}

/** Returns the age as `ageOn` does, with the unit of years too: "47 years". */
export function ageWords(born: string | null, day: string): string {
  const age = ageOn(born, day);
  return /^\d+$/.test(age) ? `${age} years` : age;
}

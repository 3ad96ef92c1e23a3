/** Returns whether Intl knows a time zone by this name, since Intl computes the days of an account. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

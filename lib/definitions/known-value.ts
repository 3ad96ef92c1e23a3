/**
 * Returns the error for a field whose value the account does not have, with the valid values (decisions §4); null if
 * the value is valid.
 */
export function unknownValue(
  field: string,
  given: string | undefined,
  valid: readonly string[],
  ofWhat: string,
): string | null {
  if (given === undefined || valid.includes(given)) return null;
  return `${field} must be one of the account's ${ofWhat}: ${valid.join(", ")}`;
}

/** Says of a field what it must be where the account does not know its value, with the valid ones (decisions §4); else null. */
export function unknownValue(
  field: string,
  given: string | undefined,
  valid: readonly string[],
  ofWhat: string,
): string | null {
  if (given === undefined || valid.includes(given)) return null;
  return `${field} must be one of the account's ${ofWhat}: ${valid.join(", ")}`;
}

import { type Problem, problem } from "#lib/kernel/field-error";

/**
 * Returns the error for a field whose value the account does not have, with the valid values (decisions §4); null if
 * the value is valid. `named` is the field's name in the message if the path is longer, such as that of an entry of a
 * list.
 */
export function unknownValue(
  field: string,
  given: string | undefined,
  valid: readonly string[],
  ofWhat: string,
  named = field,
): Problem | null {
  if (given === undefined || valid.includes(given)) return null;
  const message = `must be one of the account's ${ofWhat}: ${valid.join(", ")}`;
  return problem(field, message, `${named} ${message}`);
}

import { type Problem, problem } from "#lib/kernel/field-error";

/**
 * The problem of a field whose value the account does not know, with the valid values (decisions §4); null for a known
 * value. The message calls the field `named` where its path is longer, such as that of an entry of a list.
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

import type { FieldChoice } from "#lib/browser/api/choices";

/**
 * Returns the choices of a field with its present value, also if the EMR's list lacks that, such as a specialty that another
 * system entered: a record must be able to keep what it has.
 */
export const withPresent = (options: readonly FieldChoice[], value: string): readonly FieldChoice[] =>
  value === "" || options.some(({ id }) => id === value) ? options : [{ id: value, name: value }, ...options];

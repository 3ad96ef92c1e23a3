import type { FieldValues } from "react-hook-form";
import { isEmpty } from "#lib/browser/forms/form-values";

const same = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other);

/**
 * Returns a form's values after another record is selected: the new record's values (`standing`) replace those of the
 * previous record (`before`), and typed values stay.
 */
export function carriedValues(values: FieldValues, before: FieldValues, standing: FieldValues): FieldValues {
  const untouched = (name: string) => isEmpty(values[name]) || same(values[name], before[name]);
  const names = [...new Set([...Object.keys(values), ...Object.keys(standing)])];
  return Object.fromEntries(
    names.map((name) => {
      const own = name in before || name in standing;
      return [name, own && untouched(name) ? (standing[name] ?? "") : values[name]];
    }),
  );
}

import type { FieldValues } from "react-hook-form";
import { isEmpty } from "#lib/browser/forms/form-values";

const same = (value: unknown, other: unknown) => JSON.stringify(value) === JSON.stringify(other);

/**
 * A form's values once another record is picked in it: what that one holds (`standing`) takes the place of what the
 * record before it held (`before`), and what somebody typed stays.
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

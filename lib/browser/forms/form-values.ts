import type { FieldValues } from "react-hook-form";

/** Checks whether a value is empty. */
export function isEmpty(value: unknown): boolean {
  if (value === "" || value === null || value === undefined || Number.isNaN(value)) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** Returns a form's values without the empty ones. */
export const withoutEmpties = (values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/** Checks whether two sets of values are equal. */
export const sameValues = (one: FieldValues, other: FieldValues): boolean =>
  JSON.stringify(withoutEmpties(one)) === JSON.stringify(withoutEmpties(other));

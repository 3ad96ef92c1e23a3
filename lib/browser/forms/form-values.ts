import type { FieldValues } from "react-hook-form";

/** Whether nothing was filled in. */
export function isEmpty(value: unknown): boolean {
  if (value === "" || value === null || value === undefined || Number.isNaN(value)) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** A form's values without the empty ones. */
export const withoutEmpties = (values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/** Whether two sets of values are filled in alike. */
export const sameValues = (one: FieldValues, other: FieldValues): boolean =>
  JSON.stringify(withoutEmpties(one)) === JSON.stringify(withoutEmpties(other));

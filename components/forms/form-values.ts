import type { FieldValues } from "react-hook-form";
import { targetFields } from "./target-fields.ts";

/** Whether nothing was filled in. */
export function isEmpty(value: unknown): boolean {
  if (value === "" || value === null || value === undefined || Number.isNaN(value)) return true;
  return typeof value === "object" && Object.keys(value).length === 0;
}

/** A form's values as a request has them: what was left empty is not sent at all. */
export const withoutEmpties = (values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/**
 * What a form sends of its values. Of a record that it changes (`standing`: what that holds) only what differs, also
 * where it was emptied: an untouched field must not undo what another has changed meanwhile.
 */
export const valuesToSend = (values: FieldValues, standing: FieldValues): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([name, value]) =>
      name in standing ? JSON.stringify(value) !== JSON.stringify(standing[name]) : !isEmpty(value),
    ),
  );

/** Parts a form's values: what its operation's address names, and what its body holds. */
export function splitTarget(path: string, values: FieldValues) {
  const parameters = new Set(Object.keys(targetFields(path)));
  const entries = Object.entries(values);
  return {
    target: Object.fromEntries(entries.filter(([name]) => parameters.has(name))),
    body: Object.fromEntries(entries.filter(([name]) => !parameters.has(name))),
  };
}

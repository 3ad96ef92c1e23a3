import type { FormField } from "#lib/definitions/operation";

/**
 * Returns the fields that a form leaves out because another one says the same (`sameAs`): of both, the one that the EMR
 * does not require, unless it is `kept`, as its value or its error must be seen.
 */
export function leftOut(
  form: Readonly<Record<string, FormField>>,
  isRequired: (name: string) => boolean,
  isKept: (name: string) => boolean,
): string[] {
  return Object.entries(form).flatMap(([name, { sameAs }]) => {
    if (sameAs === undefined) return [];
    const other = isRequired(name) ? sameAs : name;
    return isKept(other) ? [] : [other];
  });
}

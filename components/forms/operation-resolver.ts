import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { problemsByField } from "#lib/core/validation";
import { type FormFields, readProblems } from "./problems.ts";

const isEmpty = (value: unknown) => value === "" || value === null || value === undefined || Number.isNaN(value);

/** A form's values as a request has them: what was left empty is not sent at all. */
export const withoutEmpties = (values: FieldValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value)));

/**
 * Checks a form by the operation's own schema, and says what is wrong in the words that the API would use, with
 * the form's labels for the fields' names.
 */
export function operationResolver(
  schema: z.ZodObject,
  fields: FormFields,
): Resolver<FieldValues, unknown, FieldValues> {
  const check = zodResolver<FieldValues, unknown, FieldValues>(schema);
  return async (values, context, options) => {
    const given = withoutEmpties(values);
    const outcome = await check(given, context, options);
    const parsed = schema.safeParse(given);
    if (parsed.success) return outcome;
    const said = problemsByField(parsed.error, given);
    const errors: FieldErrors = { ...outcome.errors };
    for (const [field, problem] of said) {
      const message = readProblems(problem, fields).fields.get(field);
      const error = errors[field];
      if (message && error) errors[field] = { ...error, message } as FieldErrors[string];
    }
    return { values: {}, errors };
  };
}

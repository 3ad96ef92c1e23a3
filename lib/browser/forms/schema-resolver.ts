import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { formErrors, labelsOf } from "#lib/browser/api/form-errors";
import { problemsOf } from "#lib/kernel/validation";
import type { FieldTexts } from "./field-text.ts";
import { isEmpty } from "./form-values.ts";

/** Returns an error of the schema in react-hook-form's form. */
export const schemaError = (message: string) => ({ type: "schema", message });

export type SchemaBody<Schema extends z.ZodObject> = z.output<Schema> & FieldValues;

export interface CheckedBody<Schema extends z.ZodObject, Values extends FieldValues> {
  /** The schema that the server validates the same body with. */
  schema: Schema;
  fields: FieldTexts;
  /** Returns the request's body for a form's values. */
  bodyOf(values: Values): FieldValues;
  /** Fields of which exactly one is sent; the form shows one of them at a time. */
  either?: readonly string[] | undefined;
}

/**
 * Returns the message of each invalid field of a body; a problem of the whole body is shown above the form (`root`).
 */
function errorsOf(error: z.ZodError, body: FieldValues, fields: FieldTexts, either: readonly string[]): FieldErrors {
  const problems = problemsOf(error, body, labelsOf(fields)).map((problem) =>
    // The form shows only one of these fields at a time.
    either.includes(problem.field) && body[problem.field] === undefined
      ? { ...problem, message: "is required" }
      : problem,
  );
  const placed = formErrors(problems, fields);
  const errors: FieldErrors = Object.fromEntries([...placed.fields].map(([name, text]) => [name, schemaError(text)]));
  const above = problems.filter((problem) => placed.others.includes(problem)).map(({ sentence }) => sentence);
  if (above.length > 0) errors.root = schemaError(above.join(" "));
  return errors;
}

/**
 * Validates a form with its definition's own schema. Messages are the API's, with the form's labels in place of field
 * names.
 */
export function schemaResolver<Schema extends z.ZodObject, Values extends FieldValues>({
  schema,
  fields,
  bodyOf,
  either = [],
}: CheckedBody<Schema, Values>): Resolver<Values, unknown, SchemaBody<Schema>> {
  const check = zodResolver<FieldValues, unknown, FieldValues>(schema);
  return async (values, context, options) => {
    const body = bodyOf(values);
    const { names: _formsOwn, ...how } = options;
    const checked = await check(body, context, { ...how, fields: {} });
    if (Object.keys(checked.errors).length === 0) return { values: checked.values as SchemaBody<Schema>, errors: {} };
    // The resolver's errors lack the API's messages, so the refused body is parsed once more.
    const { error } = schema.safeParse(body);
    const errors = error ? errorsOf(error, body, fields, either) : {};
    for (const [name, { missing }] of Object.entries(fields)) {
      if (missing && errors[name] && isEmpty(values[name])) errors[name] = schemaError(missing);
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

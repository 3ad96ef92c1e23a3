import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { z } from "zod";
import { problemsByField } from "#lib/kernel/validation";
import { type FieldTexts, readProblems } from "./field-problems.ts";
import { isEmpty } from "./form-values.ts";

/** An error of the schema as react-hook-form keeps it. */
export const schemaError = (message: string) => ({ type: "schema", message });

export interface CheckedBody<Schema extends z.ZodObject> {
  /** The schema that the server checks the same body by. */
  schema: Schema;
  fields: FieldTexts;
  /** The request's body of a form's values. */
  bodyOf(values: FieldValues): FieldValues;
  /** Fields of which exactly one is sent: a problem with one of them is shown at each. */
  either?: readonly string[] | undefined;
}

/** Places each problem of a body at its field, and every other above the form (`root`). */
function errorsOf(problems: Map<string, string>, fields: FieldTexts, either: readonly string[]): FieldErrors {
  const errors: FieldErrors = {};
  const above: string[] = [];
  for (const [path, problem] of problems) {
    const [field = "", entry] = path.split(".");
    // The field's label stands in for its name, and the entry is named before it.
    const unplaced = problem.replace(`${field}[${entry}]`, field);
    const inWords = (name: string) => readProblems(unplaced, fields).fields.get(name);
    if (field in fields) {
      const place = entry !== undefined && /^\d+$/.test(entry) ? `Entry ${Number(entry) + 1}: ` : "";
      errors[field] ??= schemaError(place + (inWords(field) ?? problem));
    } else if (either.some((name) => inWords(name))) {
      for (const name of either) errors[name] ??= schemaError(`Missing: ${fields[name]?.label ?? name}`);
    } else above.push(problem);
  }
  if (above.length > 0) errors.root = schemaError(above.join(" "));
  return errors;
}

/**
 * Checks a form by its definition's own schema. The problems have the API's words, with the form's labels in place of
 * the fields' names.
 */
export function schemaResolver<Schema extends z.ZodObject>({
  schema,
  fields,
  bodyOf,
  either = [],
}: CheckedBody<Schema>): Resolver<FieldValues, unknown, FieldValues> {
  const check = zodResolver<FieldValues, unknown, FieldValues>(schema);
  return async (values, context, options) => {
    const body = bodyOf(values);
    const parsed = schema.safeParse(body);
    if (parsed.success) return check(body, context, options);
    const errors = errorsOf(problemsByField(parsed.error, body), fields, either);
    for (const [name, { missing }] of Object.entries(fields)) {
      if (missing && errors[name] && isEmpty(values[name])) errors[name] = schemaError(missing);
    }
    return { values: {}, errors };
  };
}

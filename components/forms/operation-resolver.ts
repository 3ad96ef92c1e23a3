import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { OperationDefinition } from "#lib/definitions/operation";
import { problemsByField } from "#lib/kernel/validation";
import { splitTarget, valuesToSend } from "./form-values.ts";
import { type FormFields, readProblems } from "./problems.ts";
import { targetFields } from "./target-fields.ts";

const asError = (message: string) => ({ type: "schema", message });

/** Where each problem of a body is said: at its field, else above the form (`root`). */
function errorsOf(problems: Map<string, string>, definition: OperationDefinition): FieldErrors {
  const fields: FormFields = definition.form;
  const errors: FieldErrors = {};
  const above: string[] = [];
  for (const [path, problem] of problems) {
    const [field = "", entry] = path.split(".");
    // The field's label stands in for its name, and the entry is named before it.
    const unplaced = problem.replace(`${field}[${entry}]`, field);
    const inWords = (name: string) => readProblems(unplaced, fields).fields.get(name);
    if (field in fields) {
      const place = entry !== undefined && /^\d+$/.test(entry) ? `Entry ${Number(entry) + 1}: ` : "";
      errors[field] ??= asError(place + (inWords(field) ?? problem));
    } else if (definition.either?.some((name) => inWords(name))) {
      for (const name of definition.either) errors[name] ??= asError(`Missing: ${fields[name]?.label ?? name}`);
    } else above.push(problem);
  }
  if (above.length > 0) errors.root = asError(above.join(" "));
  return errors;
}

/**
 * Checks a form by the operation's own schema, and says what is wrong in the words that the API would use, with
 * the form's labels for the fields' names. `standing`: what the record that the form changes holds.
 */
export function operationResolver(
  definition: OperationDefinition,
  standing: FieldValues = {},
): Resolver<FieldValues, unknown, FieldValues> {
  const check = zodResolver<FieldValues, unknown, FieldValues>(definition.input);
  return async (values, context, options) => {
    const { target, body } = splitTarget(definition.path, valuesToSend(values, standing));
    const errors: FieldErrors = {};
    for (const [name, { label }] of Object.entries(targetFields(definition.path))) {
      if (!(name in target)) errors[name] = asError(`Missing required field: ${label}`);
    }
    const outcome = await check(body, context, options);
    const parsed = definition.input.safeParse(body);
    if (!parsed.success) Object.assign(errors, errorsOf(problemsByField(parsed.error, body), definition));
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    return { values: { ...outcome.values, ...target }, errors: {} };
  };
}

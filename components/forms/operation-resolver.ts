import { zodResolver } from "@hookform/resolvers/zod";
import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import type { ZodError } from "zod";
import { formErrors, labelsOf } from "#lib/browser/api/form-errors";
import type { OperationDefinition } from "#lib/definitions/operation";
import { problemsOf } from "#lib/kernel/validation";
import { splitTarget, valuesToSend } from "./form-values.ts";
import { targetFields } from "./target-fields.ts";

const asError = (message: string) => ({ type: "schema", message });

/** The message of each invalid field of a body; a problem of the body as a whole stands above the form (`root`). */
function errorsOf(error: ZodError, body: FieldValues, definition: OperationDefinition): FieldErrors {
  const problems = problemsOf(error, body, labelsOf(definition.form)).map((problem) =>
    // The form offers one of these fields at a time.
    definition.either?.includes(problem.field) && body[problem.field] === undefined
      ? { ...problem, message: "is required" }
      : problem,
  );
  const { fields, others } = formErrors(problems, definition.form);
  const errors: FieldErrors = Object.fromEntries([...fields].map(([name, message]) => [name, asError(message)]));
  const above = problems.filter((problem) => others.includes(problem)).map(({ sentence }) => sentence);
  if (above.length > 0) errors.root = asError(above.join(" "));
  return errors;
}

/**
 * Checks a form by the operation's own schema. Its messages are those of the API, with the form's labels for the names of
 * the fields. `standing`: the values of the record that the form changes.
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
      if (!(name in target)) errors[name] = asError(`${label} is required`);
    }
    const outcome = await check(body, context, options);
    const parsed = definition.input.safeParse(body);
    if (!parsed.success) Object.assign(errors, errorsOf(parsed.error, body, definition));
    if (Object.keys(errors).length > 0) return { values: {}, errors };
    return { values: { ...outcome.values, ...target }, errors: {} };
  };
}

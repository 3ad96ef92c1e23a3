import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { schemaError, schemaResolver } from "#lib/browser/forms/schema-resolver";
import type { OperationDefinition } from "#lib/definitions/operation";
import { splitTarget, targetFields } from "./target-fields.ts";
import { valuesToSend } from "./values-to-send.ts";

/**
 * Checks an operation's form by the operation's own schema, and that the record which its address names was picked.
 * `standing`: the fields of the record that the form changes.
 */
export function operationResolver(
  { path, input, form, either }: OperationDefinition,
  standing: FieldValues = {},
): Resolver<FieldValues, unknown, FieldValues> {
  const partsOf = (values: FieldValues) => splitTarget(path, valuesToSend(values, standing));
  const check = schemaResolver({ schema: input, fields: form, bodyOf: (values) => partsOf(values).body, either });
  return async (values, context, options) => {
    const { target } = partsOf(values);
    const { values: body, errors } = await check(values, context, options);
    const missing: FieldErrors = {};
    for (const [name, { label }] of Object.entries(targetFields(path))) {
      if (!(name in target)) missing[name] = schemaError(`${label} is required`);
    }
    const problems = { ...missing, ...errors };
    if (Object.keys(problems).length > 0) return { values: {}, errors: problems };
    return { values: { ...body, ...target }, errors: {} };
  };
}

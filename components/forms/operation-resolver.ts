import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { instruction } from "#lib/browser/forms/instruction";
import { schemaError, schemaResolver } from "#lib/browser/forms/schema-resolver";
import type { OperationDefinition } from "#lib/definitions/operation";
import { fieldTexts, splitTarget, targetFields } from "./target-fields.ts";
import { valuesToSend } from "./values-to-send.ts";
import { words } from "./words.ts";

/** The API's message about a missing field. */
const REQUIRED = "is required";

/**
 * Validates an operation's form with the operation's schema, and checks that the record in its path is selected.
 * `standing`: the current fields of the record that the form changes. `requiredToo`: the fields that the EMR requires
 * besides the schema's.
 */
export function operationResolver(
  { method, path, input, form, either }: OperationDefinition,
  standing: FieldValues = {},
  requiredToo: readonly string[] = [],
): Resolver<FieldValues, unknown, FieldValues> {
  const texts = fieldTexts(form);
  const partsOf = (values: FieldValues) => splitTarget(path, valuesToSend(values, standing));
  const check = schemaResolver({ schema: input, fields: texts, bodyOf: (values) => partsOf(values).body, either });
  return async (values, context, options) => {
    const { target, body: sent } = partsOf(values);
    const { values: body, errors } = await check(values, context, options);
    const missing: FieldErrors = {};
    for (const [name, field] of Object.entries(fieldTexts(targetFields(path)))) {
      if (!(name in target)) missing[name] = schemaError(instruction(field, REQUIRED));
    }
    for (const name of requiredToo) {
      if (!(name in sent)) missing[name] = schemaError(instruction(texts[name] ?? { label: name }, REQUIRED));
    }
    // The schema's own message is for those who write requests.
    const isUnchanged = method === "PATCH" && errors.root !== undefined && Object.keys(sent).length === 0;
    const unchanged: FieldErrors = isUnchanged ? { root: schemaError(words.nothingChangedYet) } : {};
    const problems: FieldErrors = { ...missing, ...errors, ...unchanged };
    if (Object.keys(problems).length > 0) return { values: {}, errors: problems };
    return { values: { ...body, ...target }, errors: {} };
  };
}

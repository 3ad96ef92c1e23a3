import { z } from "zod";
import type { OperationDefinition } from "#lib/definitions/operation";
import { withoutRefusedNulls } from "#lib/kernel/absent-null";
import { invalid } from "#lib/kernel/domain-error";
import { problem } from "#lib/kernel/field-error";
import { problemsOfUnknown, unknownFields } from "#lib/kernel/unknown-fields";
import { problemsOf } from "#lib/kernel/validation";

/** The checked values of a draft. */
export interface DraftedFields {
  /** The variable parts of the operation's path. */
  params: Record<string, string>;
  /** The request's body as the schema parsed it. */
  input: Record<string, unknown>;
  /** The first values of the form: the parameters and the body as they were sent. */
  fields: Record<string, unknown>;
}

/** Returns the names of the variable parts of a path. */
export const variablesOf = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

/** Returns the schema of a draft's body: a file is chosen by the person who sends the draft. */
function draftedInput({ input, file }: OperationDefinition): z.ZodObject {
  if (!file) return input;
  const { [file.content]: _, ...others } = input.shape;
  return z.object(others);
}

/** Returns the fields that a draft may set: those that a person sees in the form, but a file. */
export const draftable = (definition: OperationDefinition): string[] =>
  Object.keys(draftedInput(definition).shape).filter((name) => {
    const drawn = definition.form[name];
    return drawn !== undefined && !drawn.hidden;
  });

/** Throws `invalid` that names each field that no form would show to the person who sends the draft. */
function refuseUnshown(definition: OperationDefinition, body: Record<string, unknown>): void {
  const shown = draftable(definition);
  const unshown = Object.keys(body).filter((name) => name in definition.input.shape && !shown.includes(name));
  if (unshown.length > 0) throw invalid(unshown.map((name) => problem(name, "cannot be drafted")));
  const unknown = unknownFields(definition.input, body);
  if (unknown.named.length > 0) throw invalid(problemsOfUnknown(unknown));
}

/**
 * Checks a draft's values by the operation's schema. Throws `invalid` that names every invalid, missing or unknown field.
 */
export function draftedFields(definition: OperationDefinition, given: Record<string, unknown>): DraftedFields {
  const variables = variablesOf(definition.path);
  const target = Object.entries(given).filter(([name]) => variables.includes(name));
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => !variables.includes(name)));
  const schema = draftedInput(definition);
  const body = withoutRefusedNulls(schema, fields);
  refuseUnshown(definition, body);
  const params = Object.fromEntries(
    target.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  const missing = variables.filter((name) => !params[name]);
  const parsed = schema.safeParse(body);
  const problems = [
    ...missing.map((name) => problem(name, "is required", `Missing required field: ${name}`)),
    ...(parsed.success ? [] : problemsOf(parsed.error, body)),
  ];
  if (!parsed.success || problems.length > 0) throw invalid(problems);
  return { params, input: parsed.data, fields: { ...params, ...body } };
}

import type { FieldValues } from "react-hook-form";
import type { z } from "zod";
import { requires } from "#lib/kernel/validation";
import type { FieldText, FieldTexts } from "./field-text.ts";
import { type SchemaBody, schemaResolver } from "./schema-resolver.ts";
import { type FormSubmission, type SubmittedForm, useSubmittedForm } from "./use-submitted-form.ts";

interface SchemaForm<Schema extends z.ZodObject, Values extends FieldValues, Answer>
  extends Omit<FormSubmission<Values, SchemaBody<Schema>, Answer>, "resolver" | "fields"> {
  /** The schema that the server validates the same body with. */
  schema: Schema;
  fields: { readonly [Name in keyof Values & string]?: FieldText };
  /** Returns the request's body for the form's values; the values themselves by default. */
  bodyOf?(values: Values): FieldValues;
}

/** A form validated by a schema of the API, for everything except operations, whose forms come from outlines. */
export function useSchemaForm<Schema extends z.ZodObject, Values extends FieldValues, Answer>({
  schema,
  fields: given,
  bodyOf = (values) => values,
  ...form
}: SchemaForm<Schema, Values, Answer>): SubmittedForm<Values, SchemaBody<Schema>> {
  const fields: FieldTexts = Object.fromEntries(
    Object.entries<FieldText | undefined>(given).flatMap(([name, text]) =>
      text ? [[name, { required: requires(schema, name), ...text }]] : [],
    ),
  );
  return useSubmittedForm({ ...form, fields, resolver: schemaResolver({ schema, fields, bodyOf }) });
}

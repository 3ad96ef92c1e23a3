import { z } from "zod";
import type { FieldText } from "#lib/browser/forms/field-text";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { fieldWords } from "#lib/kernel/field-words";

/** A field of a form for a connection. */
export interface ConnectionField extends FieldText {
  type: "password" | "url" | "text" | "number";
}

const isNumber = (field: unknown): boolean =>
  field instanceof z.ZodOptional ? isNumber(field.unwrap()) : field instanceof z.ZodNumber;

function typeOf(name: string, field: unknown, secrets: readonly string[]): ConnectionField["type"] {
  if (secrets.includes(name)) return "password";
  if (isNumber(field)) return "number";
  return name.endsWith("_url") ? "url" : "text";
}

/** Returns the form's fields of a connection by name, from its schema. `stored` names the secrets that may stay empty. */
export function connectionFields(schema: z.ZodObject, stored: readonly string[] = []): Record<string, ConnectionField> {
  const secrets = secretsOf(schema);
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]): [string, ConnectionField] => {
      const about = z.globalRegistry.get(field as z.ZodType)?.description?.replaceAll("`", "");
      const help = stored.includes(name) ? "Empty keeps the stored one, if the address stays" : about;
      return [name, { label: fieldWords(name), ...(help && { help }), type: typeOf(name, field, secrets) }];
    }),
  );
}

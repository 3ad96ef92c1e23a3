import { z } from "zod";
import type { FieldText } from "#lib/browser/forms/field-text";
import { secretsOf } from "#lib/emr/port/secret-fields";
import { fieldWords } from "#lib/kernel/field-words";
import { requires } from "#lib/kernel/validation";

/** A field of a form for a connection. */
export interface ConnectionField extends FieldText {
  type: "password" | "url" | "text";
  /** True for a stored secret that the connection can do without. */
  removable?: true;
}

/** Returns the form's fields of a connection by name, from its schema. `stored` names the secrets that may stay empty. */
export function connectionFields(schema: z.ZodObject, stored: readonly string[] = []): Record<string, ConnectionField> {
  const secrets = secretsOf(schema);
  return Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]): [string, ConnectionField] => {
      const about = z.globalRegistry.get(field as z.ZodType)?.description?.replaceAll("`", "");
      const isStored = stored.includes(name);
      const help = isStored ? "Empty keeps the stored one, if the address stays" : about;
      const type = secrets.includes(name) ? "password" : name.endsWith("_url") ? "url" : "text";
      const removable = isStored && !requires(schema, name);
      return [name, { label: fieldWords(name), ...(help && { help }), type, ...(removable && { removable }) }];
    }),
  );
}

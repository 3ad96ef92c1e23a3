import { z } from "zod";

/** Declares a field of a `connection` that is sealed, never read back and never logged. */
export const secretField = <Field extends z.ZodType>(field: Field): Field =>
  field.meta({ format: "password", writeOnly: true });

/** Returns the names of the secret fields of a `connection`. */
export const secretsOf = (connection: z.ZodObject): string[] =>
  Object.entries(connection.shape).flatMap(([name, field]) =>
    z.globalRegistry.get(field as z.ZodType)?.writeOnly === true ? [name] : [],
  );

import { z } from "zod";

/** Declares a field of a `connection` that is sealed, never read back and never logged. */
export const secretField = <Field extends z.ZodType>(field: Field): Field =>
  field.meta({ format: "password", writeOnly: true });

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function* secretPaths(field: unknown, path: string): Generator<string> {
  if (z.globalRegistry.get(field as z.ZodType)?.writeOnly === true) yield path;
  else if (field instanceof z.ZodOptional) yield* secretPaths(field.unwrap(), path);
  else if (field instanceof z.ZodUnion) for (const option of field.options) yield* secretPaths(option, path);
  else if (field instanceof z.ZodObject) {
    for (const [name, part] of Object.entries(field.shape)) yield* secretPaths(part, path ? `${path}.${name}` : name);
  }
}

/** Returns the paths of the secret fields of a `connection`, such as `auth.client_secret`. */
export const secretsOf = (connection: z.ZodObject): string[] => [...new Set(secretPaths(connection, ""))];

/** Returns the object that contains a field, and the field's own name; null if there is no such object. */
function holderOf(connection: Fields, path: string): { holder: Fields; name: string } | null {
  const names = path.split(".");
  const name = names.pop() ?? "";
  const holder = names.reduce<unknown>((value, each) => (isFields(value) ? value[each] : null), connection);
  return isFields(holder) ? { holder, name } : null;
}

/** Splits a connection into the part that may be shown, and its secrets by path. */
export function splitSecrets(connection: Fields, paths: readonly string[]): { shown: Fields; secrets: Fields } {
  const shown = structuredClone(connection);
  const secrets: Fields = {};
  for (const path of paths) {
    const found = holderOf(shown, path);
    if (found?.holder[found.name] === undefined) continue;
    secrets[path] = found.holder[found.name];
    delete found.holder[found.name];
  }
  return { shown, secrets };
}

/** Returns a connection with the secrets, given by path, that it leaves out. */
export function withSecrets(connection: Fields, secrets: Fields): Fields {
  const whole = structuredClone(connection);
  for (const [path, value] of Object.entries(secrets)) {
    const found = holderOf(whole, path);
    if (found && found.holder[found.name] === undefined) found.holder[found.name] = value;
  }
  return whole;
}

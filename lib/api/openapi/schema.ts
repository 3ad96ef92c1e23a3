import { z } from "zod";

export type JsonSchema = Record<string, unknown>;

const isAnything = (schema: object): boolean => Object.keys(schema).length === 0;

/** Leaves the option that accepts anything out of a union: a later check judges the value by one of the others. */
function withoutAnything({
  zodSchema,
  jsonSchema: made,
}: {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: JsonSchema;
}): void {
  if (zodSchema._zod.def.type !== "union" || !Array.isArray(made.anyOf)) return;
  const options: object[] = made.anyOf;
  if (options.some(isAnything)) made.anyOf = options.filter((option) => !isAnything(option));
}

/**
 * Returns a zod schema as JSON Schema: `input` for requests, `output` (closed to further fields) for responses. Its
 * named schemas (`.meta({ id })`) stay under `$defs` until `withNamedSchemas` moves them.
 */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: withoutAnything,
  });
  return made;
}

/**
 * Moves the named schemas of an OpenAPI document to `components.schemas`, each once, and refers to them there. Throws
 * if two different schemas have one name, such as the request form and the response form of one record.
 */
export function withNamedSchemas<Document extends { components: object }>(document: Document) {
  const named: Record<string, JsonSchema> = {};
  const name = ([id, schema]: [string, JsonSchema]) => {
    if (named[id] && JSON.stringify(named[id]) !== JSON.stringify(schema)) {
      throw new Error(`Two different schemas have the name ${id}`);
    }
    named[id] = schema;
  };
  const rest: Document = JSON.parse(JSON.stringify(document), (key, value) => {
    if (key === "$ref") return value.replace("#/$defs/", "#/components/schemas/");
    if (key !== "$defs") return value;
    for (const definition of Object.entries<JsonSchema>(value)) name(definition);
    return undefined;
  });
  const schemas = Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { ...rest, components: { ...rest.components, schemas } };
}

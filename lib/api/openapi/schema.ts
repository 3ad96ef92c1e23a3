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

/** Leaves out bounds that no definition names: zod bounds every integer by what a double holds exactly. */
function withoutBoundsOfDoubles(made: JsonSchema): void {
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
}

/** Leaves out the pattern of a date-time, which says what its format says. */
function withoutPatternOfFormat(made: JsonSchema): void {
  if (made.format === "date-time") delete made.pattern;
}

/**
 * Returns a zod schema as JSON Schema: `input` for requests, closed where further fields are refused, and `output` for
 * answers and events, open as later revisions add fields. Its named schemas (`.meta({ id })`) stay under `$defs` until
 * `withNamedSchemas` moves them.
 */
export function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  const { $schema: _dialect, ...made } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override: (each) => {
      withoutAnything(each);
      withoutBoundsOfDoubles(each.jsonSchema);
      withoutPatternOfFormat(each.jsonSchema);
      if (io === "output" && each.jsonSchema.additionalProperties === false)
        delete each.jsonSchema.additionalProperties;
    },
  });
  return made;
}

/** Gives a schema a name, under which `withNamedSchemas` moves it. A schema that is a named one already keeps its name. */
export function namedSchema(name: string, { $defs, ...schema }: JsonSchema): JsonSchema {
  if ("$ref" in schema) return { ...schema, $defs };
  return { $ref: `#/$defs/${name}`, $defs: { ...($defs as JsonSchema | undefined), [name]: schema } };
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

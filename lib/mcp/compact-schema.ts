import type { Tool } from "@modelcontextprotocol/server";
import type { JsonSchema } from "#lib/api/openapi/schema";
import { compactDescription } from "./compact-description.ts";

/** What the server checks by itself and names in its refusals: a model chooses values without it. */
const CHECKED = new Set([
  ...["pattern", "minLength", "maxLength", "minItems", "maxItems"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["propertyNames", "additionalProperties"],
]);

/** Most values of a list that are all named; a refusal names the others. */
const MOST_VALUES = 12;

const DEFINITION = /^#\/\$defs\/(.+)$/;

const isSchema = (value: unknown): value is JsonSchema =>
  value !== null && typeof value === "object" && !Array.isArray(value);

/** Returns the properties without those that are deprecated. */
const compactProperties = (properties: JsonSchema, definitions: JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([, value]) => !(isSchema(value) && value.deprecated === true))
      .map(([name, value]) => [name, compactSchema(value, definitions)]),
  );

/** The values of a parameter of an address that is true or false: a tool's argument is a boolean. */
const isTruth = (value: unknown): boolean => Array.isArray(value) && value.join() === "true,false";

const hasValues = (schema: unknown): boolean => isSchema(schema) && Array.isArray(schema.enum);

/** Returns the schema's description in few words, if any are left. */
function descriptionOf({ description, ...schema }: JsonSchema): JsonSchema {
  if (typeof description !== "string") return {};
  const namesValues = hasValues(schema) || hasValues(schema.items);
  const compact = compactDescription(description, { namesValues, byDefault: schema.default });
  return compact === "" ? {} : { description: compact };
}

/**
 * Returns a schema of arguments in as few words as a model needs: without bounds, patterns, deprecated properties and what
 * descriptions say a second time, and with what it refers to in its place.
 */
function compactSchema(schema: unknown, definitions: JsonSchema = {}): unknown {
  if (Array.isArray(schema)) return schema.map((each) => compactSchema(each, definitions));
  if (!isSchema(schema)) return schema;
  const { $ref, ...own } = schema;
  const [, name] = typeof $ref === "string" ? (DEFINITION.exec($ref) ?? []) : [];
  const found = name === undefined ? own : { ...(definitions[name] as JsonSchema), ...own };
  const { enum: values, ...others } = found;
  const isLong = Array.isArray(values) && values.length > MOST_VALUES;
  const whole = isTruth(values) ? { ...others, type: "boolean" } : isLong ? others : found;
  const { description: _long, ...rest } = whole;
  const compact = Object.entries({ ...descriptionOf(whole), ...rest }).map(([key, value]) =>
    key === "properties"
      ? [key, compactProperties(value as JsonSchema, definitions)]
      : [key, compactSchema(value, definitions)],
  );
  return Object.fromEntries(compact.filter(([key]) => !CHECKED.has(key as string)));
}

/** Returns the schema of a tool's arguments: their properties, and the names of those that are required. */
export function argumentsSchema(properties: JsonSchema, required: string[], definitions?: JsonSchema) {
  const compact = compactProperties(properties, definitions ?? {});
  return {
    type: "object",
    properties: compact,
    ...(required.length > 0 && { required }),
  } as Tool["inputSchema"];
}

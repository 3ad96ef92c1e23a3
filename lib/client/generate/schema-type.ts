import type { SchemaOf } from "#lib/api/openapi/operation-id";
import type { JsonSchema } from "#lib/api/openapi/schema";

/** Keywords that narrow a value without changing its type in TypeScript, or that describe it. */
const WITHOUT_TYPE = new Set([
  "default",
  "deprecated",
  "description",
  "examples",
  "exclusiveMinimum",
  "format",
  "maxItems",
  "maxLength",
  "maxProperties",
  "maximum",
  "minItems",
  "minLength",
  "minimum",
  "pattern",
  "readOnly",
  "title",
  "writeOnly",
]);
/** Keywords of OpenAPI that only describe. */
const EXTENSION = "x-";
const WITH_TYPE = new Set([
  "$ref",
  "additionalProperties",
  "anyOf",
  "const",
  "enum",
  "items",
  "oneOf",
  "properties",
  "propertyNames",
  "required",
  "type",
]);

/** How the names of a request's schemas end. */
const REQUESTS: readonly SchemaOf[] = ["Request", "Form"];

/** A request's optional fields may also be undefined, which JSON leaves out. */
export type Side = "request" | "answer";

function comment(text: unknown, deprecated = false): string {
  const words = [...(typeof text === "string" ? [text] : []), ...(deprecated ? ["@deprecated"] : [])].join("\n * ");
  return words ? `/** ${words.replaceAll("*/", "*\\/")} */\n` : "";
}

const literals = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(" | ");

function fieldsOf(schema: JsonSchema, side: Side): string {
  const required = new Set((schema.required ?? []) as string[]);
  const fields = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) => {
    const key = /^\w+$/.test(name) ? name : JSON.stringify(name);
    const type = typeOf(field, side);
    const whole = required.has(name) ? `: ${type}` : `?: ${type}${side === "request" ? " | undefined" : ""}`;
    return `${comment(field.description, field.deprecated === true)}${key}${whole};`;
  });
  return fields.length > 0 ? `{\n${fields.join("\n")}\n}` : "Record<never, never>";
}

function recordOf({ additionalProperties, propertyNames }: JsonSchema, side: Side): string {
  const names = (propertyNames as JsonSchema | undefined)?.enum as string[] | undefined;
  const value = typeOf((additionalProperties ?? {}) as JsonSchema, side);
  return names ? `Partial<Record<${literals(names)}, ${value}>>` : `Record<string, ${value}>`;
}

function simpleTypeOf(type: unknown, schema: JsonSchema, side: Side): string {
  if (type === "integer" || type === "number") return "number";
  if (type === "string" && schema.format === "binary") return "Blob";
  if (type === "array") return `(${typeOf((schema.items ?? {}) as JsonSchema, side)})[]`;
  if (type === "object") return schema.properties ? fieldsOf(schema, side) : recordOf(schema, side);
  if (type === "string" || type === "boolean" || type === "null") return type;
  throw new Error(`No TypeScript for the schema ${JSON.stringify(schema)}`);
}

/**
 * Returns the TypeScript type of a JSON Schema of the API's document; references name the exported types. Throws for a
 * keyword that it does not know, so that no part of a schema is passed over.
 */
export function typeOf(schema: JsonSchema, side: Side): string {
  const unknown = Object.keys(schema).filter(
    (key) => !WITH_TYPE.has(key) && !WITHOUT_TYPE.has(key) && !key.startsWith(EXTENSION),
  );
  if (unknown.length > 0) throw new Error(`Unknown keywords in a schema: ${unknown.join(", ")}`);
  if (typeof schema.$ref === "string") return schema.$ref.replace("#/components/schemas/", "");
  const either = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (either) return `(${either.map((part) => typeOf(part, side)).join(" | ")})`;
  if ("const" in schema) return literals([schema.const]);
  if (Array.isArray(schema.enum)) return `(${literals(schema.enum)})`;
  if (schema.type === undefined) return "unknown";
  const types = [schema.type].flat();
  return types.length === 1
    ? simpleTypeOf(types[0], schema, side)
    : `(${types.map((type) => simpleTypeOf(type, schema, side)).join(" | ")})`;
}

/** Returns a named schema as an exported type. */
export const exported = (name: string, schema: JsonSchema): string =>
  `${comment(schema.description)}export type ${name} = ${typeOf(schema, REQUESTS.some((end) => name.endsWith(end)) ? "request" : "answer")};\n`;

/** Returns a doc comment and a member of an interface. */
export const member = (name: string, type: string, text?: unknown): string =>
  `${comment(text)}${/^\w+$/.test(name) ? name : JSON.stringify(name)}: ${type};`;

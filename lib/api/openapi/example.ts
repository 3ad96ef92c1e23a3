import { samples } from "#lib/catalog/generated/samples";
import type { JsonSchema } from "./schema.ts";

/** Texts for the formats and patterns of the document's schemas; the first that fits is taken. */
const TEXTS = [
  "01900000000070008000000000000042",
  "1042",
  "T09:30:00",
  "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3",
  "status=active",
  "MDEyMzQ1Njc4OWFiY2RlZg",
];
const BY_FORMAT: Record<string, string> = {
  date: "2026-03-02",
  "date-time": "2026-03-02T15:04:12Z",
  email: "person@clinic.example",
  uri: "https://partner.example/records",
  uuid: "01900000-0000-7000-8000-000000000042",
};

/** Collects the values of a sample's fields by their names, those in nested records too. */
function collect(value: unknown, into: Map<string, unknown>): void {
  if (value === null || typeof value !== "object") return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value) && !into.has(name)) into.set(name, part);
    collect(part, into);
  }
}

const known = new Map<string, unknown>();
for (const { request, completed, also } of Object.values(samples)) collect([completed, request, also], known);
known.set("mrn", known.get("patient_mrn"));

function fits(value: string, { pattern, minLength, maxLength, format }: JsonSchema): boolean {
  if (typeof pattern === "string" && !new RegExp(pattern, "u").test(value)) return false;
  if (typeof format === "string" && value !== BY_FORMAT[format]) return false;
  return value.length >= Number(minLength ?? 0) && value.length <= Number(maxLength ?? Number.POSITIVE_INFINITY);
}

const isWithin = (value: number, { minimum, maximum }: JsonSchema): boolean =>
  value >= Number(minimum ?? Number.NEGATIVE_INFINITY) && value <= Number(maximum ?? Number.POSITIVE_INFINITY);

function textOf(schema: JsonSchema, name: string): string {
  const sample = known.get(name);
  const words = name.replaceAll("_", " ");
  const candidates = [
    ...(typeof sample === "string" ? [sample] : []),
    ...(typeof schema.format === "string" ? [BY_FORMAT[schema.format] ?? ""] : []),
    ...(name.endsWith("id") ? TEXTS : []),
    `${words.charAt(0).toUpperCase()}${words.slice(1)}`,
    ...TEXTS,
  ];
  const found = candidates.find((each) => fits(each, schema));
  if (found === undefined) throw new Error(`No example for ${name}: ${JSON.stringify(schema)}`);
  return found;
}

function numberOf(schema: JsonSchema, name: string): number {
  const candidates = [known.get(name), name.endsWith("id") ? 1042 : undefined, 1, schema.minimum, schema.maximum];
  const found = candidates.find(
    (each): each is number =>
      typeof each === "number" && isWithin(each, schema) && (schema.type !== "integer" || Number.isInteger(each)),
  );
  if (found === undefined) throw new Error(`No example for ${name}: ${JSON.stringify(schema)}`);
  return found;
}

/** Spectral takes a record with these two fields for a schema, wherever it stands, and judges it as one. */
const isTakenForSchema = (value: unknown): boolean =>
  typeof value === "object" && value !== null && "type" in value && "default" in value;

/**
 * Returns a value that a schema of the document allows, with the required fields of records; `definitions` holds the
 * schemas to which it refers. Values are the schema's own examples, or come from the samples of the operations where a field has
 * the name of one of theirs. Throws for a text whose pattern none of the known texts fits.
 */
export function exampleOf(
  schema: JsonSchema,
  definitions = (schema.$defs ?? {}) as Record<string, JsonSchema>,
  name = "",
): unknown {
  if (typeof schema.$ref === "string") {
    return exampleOf(definitions[schema.$ref.split("/").at(-1) ?? ""] ?? {}, definitions, name);
  }
  if ("const" in schema) return schema.const;
  const [own] = (schema.examples ?? []) as unknown[];
  if (own !== undefined) return own;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [first] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (first) return exampleOf(first, definitions, name);
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  // A value that may be null is shown with one.
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        ((schema.required ?? []) as string[])
          .filter((field) => field in properties)
          .map((field) => [field, exampleOf(properties[field] ?? {}, definitions, field)]),
      );
    case "array": {
      const item = exampleOf((schema.items ?? {}) as JsonSchema, definitions, name.replace(/s$/, ""));
      return isTakenForSchema(item) ? [] : [item];
    }
    case "string":
      return textOf(schema, name);
    case "integer":
    case "number":
      return numberOf(schema, name);
    case "boolean":
      return false;
    case "null":
      return null;
    default:
      return {};
  }
}

/** Returns an example of a request's body: its required fields, or its first one if none is required but one is needed. */
export function requestExampleOf(schema: JsonSchema, isNeeded: boolean): unknown {
  const first = Object.keys((schema.properties ?? {}) as JsonSchema)[0];
  const required = (schema.required ?? []) as string[];
  return exampleOf(isNeeded && required.length === 0 && first ? { ...schema, required: [first] } : schema);
}

import { z } from "zod";
import { nearName } from "./near-name.ts";
import { fieldName } from "./validation.ts";

/** What of a JSON Schema tells which fields an input may have. */
interface Shape {
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

/** A field that a schema does not know. */
interface UnknownField {
  path: readonly PropertyKey[];
  /** What its place knows instead. */
  known: readonly string[];
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** What a schema takes, worked out once. */
function shapeOf(schema: z.ZodType): Shape {
  const shape = shapes.get(schema) ?? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);
  shapes.set(schema, shape);
  return shape;
}

/** A shape's alternatives, or itself where it has none. */
const alternatives = (shape: Shape): Shape[] => {
  const within = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  return within.length > 0 ? within.flatMap(alternatives) : [shape];
};

/** The fields within a value that none of the shapes knows. An object of free keys has none. */
function* unknownIn(given: Shape[], value: unknown, path: readonly PropertyKey[]): Generator<UnknownField> {
  if (value === null || typeof value !== "object") return;
  const known = given.flatMap(alternatives);
  if (Array.isArray(value)) {
    const items = known.flatMap((shape) => shape.items ?? []);
    for (const [index, entry] of value.entries()) yield* unknownIn(items, entry, [...path, index]);
    return;
  }
  const objects = known.filter(({ properties, additionalProperties }) => properties && !additionalProperties);
  if (objects.length === 0) return;
  const names = [...new Set(objects.flatMap(({ properties }) => Object.keys(properties ?? {})))];
  for (const [name, part] of Object.entries(value)) {
    if (!names.includes(name)) yield { path: [...path, name], known: names };
    else
      yield* unknownIn(
        objects.flatMap(({ properties }) => properties?.[name] ?? []),
        part,
        [...path, name],
      );
  }
}

/** So many are named; a body may have a hundred thousand. */
const MOST_NAMED = 20;
const LONGEST_NAME = 100;

/** The fields of a body that its schema does not know, for whoever sent them. */
export interface UnknownFields {
  /** Each by its path, cut where it is very long, with the field that was probably meant, or null; the first 20. */
  named: readonly { field: string; meant: string | null }[];
  /** How many there are besides. */
  more: number;
}

/** The fields of a body that its schema does not know and leaves out, those of objects and lists within it as well. */
export function unknownFields(schema: z.ZodType, body: unknown): UnknownFields {
  const found = [...unknownIn([shapeOf(schema)], body, [])];
  const named = found.slice(0, MOST_NAMED).map(({ path, known }) => {
    const field = fieldName(path);
    return {
      field: field.length > LONGEST_NAME ? `${field.slice(0, LONGEST_NAME).toWellFormed()}…` : field,
      meant: nearName(String(path.at(-1)), known),
    };
  });
  return { named, more: found.length - named.length };
}

/** What the `warnings` of an answer say of unknown fields that were accepted (decisions §4). */
export const warningsOf = ({ named, more }: UnknownFields): string[] => [
  ...named.map(({ field, meant }) => {
    const hint = meant === null ? "" : `; did you mean ${meant}?`;
    return `${field} is not known here and was not used${hint}`;
  }),
  ...(more > 0 ? [`${more} more fields are not known here and were not used`] : []),
];

/** What the message of a refusal says of them. */
export const refusalOf = ({ named, more }: UnknownFields): string =>
  [
    ...named.map(
      ({ field, meant }) => `Unexpected field: ${field}${meant === null ? "" : ` (did you mean ${meant}?)`}`,
    ),
    ...(more > 0 ? [`${more} more unexpected fields`] : []),
  ].join("; ");

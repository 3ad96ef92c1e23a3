import { z } from "zod";
import { fieldName, type Problem, problem } from "./field-error.ts";
import { nearName, nearParameter } from "./near-name.ts";

/** How an API client's requests with unknown fields are handled (decisions §4). */
export const UNKNOWN_FIELDS = ["warn", "refuse"] as const;

/** The parts of a JSON Schema that define an input's fields. */
interface Shape {
  properties?: Record<string, Shape>;
  additionalProperties?: unknown;
  items?: Shape;
  anyOf?: Shape[];
  oneOf?: Shape[];
}

/** A field that is not part of a schema. */
interface UnknownField {
  path: readonly PropertyKey[];
  /** The fields that the schema defines at this position. */
  known: readonly string[];
}

const shapes = new WeakMap<z.ZodType, Shape>();

/** Returns a schema's shape, computed once. */
function shapeOf(schema: z.ZodType): Shape {
  const shape = shapes.get(schema) ?? (z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Shape);
  shapes.set(schema, shape);
  return shape;
}

/** Returns a shape's alternatives, or the shape itself. */
const alternatives = (shape: Shape): Shape[] => {
  const within = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])];
  return within.length > 0 ? within.flatMap(alternatives) : [shape];
};

/** Yields the fields in a value that none of the shapes has. Objects with free keys have no unknown fields. */
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

/** Maximum of named fields; a body may have a hundred thousand. */
const MAX_NAMED = 20;
const MAX_NAME_LENGTH = 100;

/** The unknown fields of a body, or the unknown parameters of a query. */
export interface UnknownFields {
  /**
   * The first 20 by path, shortened if very long, each with the field that was probably meant, or null. `inQuery`: it is a
   * query parameter of a write, and the field of the body was meant.
   */
  named: readonly { field: string; meant: string | null; inQuery?: true }[];
  /** Number of further unknown ones. */
  more: number;
}

/** Returns the first of the unknown fields by their names, and how many there are besides. */
function firstOf(found: readonly UnknownField[], near = nearName): UnknownFields {
  const named = found.slice(0, MAX_NAMED).map(({ path, known }) => {
    const field = fieldName(path);
    return {
      field: field.length > MAX_NAME_LENGTH ? `${field.slice(0, MAX_NAME_LENGTH).toWellFormed()}…` : field,
      meant: near(String(path.at(-1)), known),
    };
  });
  return { named, more: found.length - named.length };
}

/**
 * Returns the fields of a body that its schema does not have and drops, including those of nested objects and lists.
 */
export const unknownFields = (schema: z.ZodType, body: unknown): UnknownFields =>
  firstOf([...unknownIn([shapeOf(schema)], body, [])]);

/** Returns the given query parameters that are not known. */
export const unknownNames = (given: readonly string[], known: readonly string[]): UnknownFields =>
  firstOf(
    given.filter((name) => !known.includes(name)).map((name) => ({ path: [name], known })),
    nearParameter,
  );

/** Returns the unknown fields of a write together with the names in its query; `fields`: those that its body may have. */
export function withParameters(
  unknown: UnknownFields,
  names: readonly string[],
  fields: readonly string[],
): UnknownFields {
  const found = firstOf(names.map((name) => ({ path: [name], known: fields })));
  const named = [...unknown.named, ...found.named.map((each) => ({ ...each, inQuery: true as const }))];
  const most = named.slice(0, MAX_NAMED);
  return { named: most, more: unknown.more + found.more + named.length - most.length };
}

/** Returns the `warnings` about accepted unknown fields (decisions §4). */
export const warningsOf = ({ named, more }: UnknownFields): string[] => [
  ...named.map(({ field, meant, inQuery }) => {
    const [what, other] = inQuery ? [`The query parameter ${field}`, `the field ${meant} of the body`] : [field, meant];
    const hint = meant === null ? "" : `; did you mean ${other}?`;
    return `${what} is not known here and was not used${hint}`;
  }),
  ...(more > 0 ? [`${more} more fields are not known here and were not used`] : []),
];

/** Returns the problems of a request that is refused for unknown fields. */
export const problemsOfUnknown = ({ named, more }: UnknownFields): Problem[] => [
  ...named.map(({ field, meant, inQuery }) => {
    const [what, other] = inQuery ? ["query parameter", `the field ${meant} of the body`] : ["field", meant];
    const hint = meant === null ? "" : ` (did you mean ${other}?)`;
    return problem(field, `is not expected here${hint}`, `Unexpected ${what}: ${field}${hint}`);
  }),
  ...(more > 0 ? [problem("", "", `${more} more unexpected fields`)] : []),
];

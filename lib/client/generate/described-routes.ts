import type { openApiDocument } from "#lib/api/openapi/document";
import type { JsonSchema } from "#lib/api/openapi/schema";
import { findOperation } from "#lib/catalog/catalog";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  deprecated?: boolean;
  schema: JsonSchema;
}

interface DescribedOperation {
  "x-permission": string;
  summary: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** A route of the document, with what the client needs of it. */
export interface DescribedRoute {
  /** Such as `PATCH /referrals/{id}`. */
  route: string;
  method: string;
  path: string;
  /** An operation's own id, which says what it does after a colon; null for another route. */
  id: string | null;
  summary: string;
  /** Parameters of the path and the query. */
  parameters: Parameter[];
  body: NamedSchema | null;
  /** The same body with a file; null if the route takes none. */
  form: NamedSchema | null;
  /** The answer's body; null for a file. */
  answer: NamedSchema | null;
}

/** A schema of the document, with its name there. */
export interface NamedSchema {
  name: string;
  schema: JsonSchema;
}

/** The stream, which `events()` reads, has no method of its own. */
const STREAM = "/events/stream";

type Schemas = Record<string, JsonSchema>;

/** Returns the schema to which another refers; null for one without a name, such as any object. */
function namedBy({ $ref }: JsonSchema, schemas: Schemas): NamedSchema | null {
  if (typeof $ref !== "string") return null;
  const name = $ref.replace("#/components/schemas/", "");
  return { name, schema: schemas[name] ?? {} };
}

interface Bodies {
  content?: Record<string, { schema: JsonSchema }>;
}

/** Returns the body of a description in a media type. */
const bodyOf = (described: Bodies | undefined, type: string, schemas: Schemas) =>
  namedBy(described?.content?.[type]?.schema ?? {}, schemas);

const JSON_TYPE = "application/json";
const FORM_TYPE = "multipart/form-data";

function describedRoute(path: string, method: string, operation: DescribedOperation, schemas: Schemas): DescribedRoute {
  const { summary, parameters, requestBody, responses } = operation;
  const permission = operation["x-permission"];
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  return {
    route: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    id: findOperation(permission) ? permission : null,
    summary,
    parameters: parameters.flatMap((each) => ("in" in each && each.in !== "header" ? [each] : [])),
    body: bodyOf(requestBody, JSON_TYPE, schemas),
    form: bodyOf(requestBody, FORM_TYPE, schemas),
    answer: bodyOf(success, JSON_TYPE, schemas),
  };
}

/** Returns every route of the document, but for the stream. */
export const describedRoutes = (document: ReturnType<typeof openApiDocument>): DescribedRoute[] =>
  Object.entries(document.paths)
    .filter(([path]) => path !== STREAM)
    .flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, DescribedOperation>).map(([method, operation]) =>
        describedRoute(path, method, operation, document.components.schemas),
      ),
    );

/** Returns the fields of a schema; none if it is a choice of several shapes. */
export const fieldsOf = (described: NamedSchema | null) =>
  (described?.schema.properties ?? {}) as Record<string, JsonSchema>;

/** Returns the name of a list's rows in its answer: its only array of records. Null for no list. */
export function rowsOf({ path, answer }: DescribedRoute): string | null {
  const fields = fieldsOf(answer);
  const arrays = Object.keys(fields).filter((name) => fields[name]?.type === "array" && name !== "warnings");
  const ownName = path.split("/").at(-1)?.replaceAll("-", "_");
  const isList = "next_cursor" in fields || arrays.some((name) => name === ownName || name === "data");
  return isList && arrays.length === 1 ? (arrays[0] ?? null) : null;
}

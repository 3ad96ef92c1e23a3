import type { openApiDocument } from "#lib/api/openapi/document";
import type { JsonSchema } from "#lib/api/openapi/schema";

interface Parameter {
  name: string;
  in: string;
  required: boolean;
  description?: string;
  deprecated?: boolean;
  schema: JsonSchema;
}

interface DescribedOperation {
  operationId: string;
  summary: string;
  parameters: (Parameter | { $ref: string })[];
  requestBody?: { content: { "application/json": { schema: JsonSchema } } };
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>;
}

/** A route of the document, with what the client needs of it. */
export interface DescribedRoute {
  /** Such as `PATCH /referrals/{id}`. */
  route: string;
  method: string;
  path: string;
  /** An operation's own id, which says what it does after a colon; otherwise the route. */
  id: string;
  summary: string;
  /** Parameters of the path and the query. */
  parameters: Parameter[];
  body: JsonSchema | null;
  /** The answer's body; null for a file. */
  answer: JsonSchema | null;
}

/** The stream, which `events()` reads, has no method of its own. */
const STREAM = "/events/stream";

function describedRoute(path: string, method: string, operation: DescribedOperation): DescribedRoute {
  const { operationId, summary, parameters, requestBody, responses } = operation;
  const success = Object.entries(responses).find(([status]) => status.startsWith("2"))?.[1];
  return {
    route: `${method.toUpperCase()} ${path}`,
    method: method.toUpperCase(),
    path,
    id: operationId,
    summary,
    parameters: parameters.flatMap((each) => ("in" in each && each.in !== "header" ? [each] : [])),
    body: requestBody?.content["application/json"].schema ?? null,
    answer: success?.content?.["application/json"]?.schema ?? null,
  };
}

/** Returns every route of the document, but for the stream. */
export const describedRoutes = (document: ReturnType<typeof openApiDocument>): DescribedRoute[] =>
  Object.entries(document.paths)
    .filter(([path]) => path !== STREAM)
    .flatMap(([path, operations]) =>
      Object.entries(operations as Record<string, DescribedOperation>).map(([method, operation]) =>
        describedRoute(path, method, operation),
      ),
    );

/** Returns the fields of a schema; none if it is a choice of several shapes. */
export const fieldsOf = (schema: JsonSchema | null) => (schema?.properties ?? {}) as Record<string, JsonSchema>;

/** Returns the name of a list's rows in its answer: its only array of records. Null for no list. */
export function rowsOf({ path, answer }: DescribedRoute): string | null {
  const fields = fieldsOf(answer);
  const arrays = Object.keys(fields).filter((name) => fields[name]?.type === "array" && name !== "warnings");
  const ownName = path.split("/").at(-1)?.replaceAll("-", "_");
  const isList = "next_cursor" in fields || arrays.some((name) => name === ownName || name === "data");
  return isList && arrays.length === 1 ? (arrays[0] ?? null) : null;
}

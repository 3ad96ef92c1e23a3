import type { QueryDefinition } from "#lib/definitions/query";
import { pathParameters } from "./operations.ts";
import { jsonSuccess, responsesOf } from "./responses.ts";
import { type JsonSchema, jsonSchema } from "./schema.ts";

function queryParameters(definition: QueryDefinition) {
  const { properties, $defs } = jsonSchema(definition.query, "output");
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: !definition.query.shape[name]?.safeParse(undefined).success,
    ...(description ? { description } : {}),
    // Lists are comma-separated.
    ...(schema.type === "array" ? { style: "form", explode: false } : {}),
    schema: $defs ? { ...schema, $defs } : schema,
  }));
}

/** Returns the OpenAPI operation object of a query. */
export const describeQuery = (definition: QueryDefinition) => ({
  operationId: `GET ${definition.path}`,
  tags: [definition.path.split("/")[1]],
  summary: definition.summary,
  description: [definition.description, `Permission: \`${definition.permission}\`.`].filter(Boolean).join(" "),
  parameters: [...pathParameters(definition.path), ...queryParameters(definition)],
  responses: responsesOf(
    // The one patient of an embedded view may share its MRN with another one.
    definition.conflicts || typeof definition.embed === "object" ? "read with conflicts" : "read",
    200,
    jsonSuccess("Found", definition.body),
  ),
});

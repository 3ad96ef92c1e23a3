import type { ReadDefinition } from "#lib/definitions/read";
import { pathParameters } from "./operations.ts";
import { jsonSuccess, responsesOf } from "./responses.ts";
import { type JsonSchema, jsonSchema } from "./schema.ts";

function queryParameters(definition: ReadDefinition) {
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

/** Returns the OpenAPI operation object of a read. */
export const describeRead = (definition: ReadDefinition) => ({
  operationId: `GET ${definition.path}`,
  tags: [definition.path.split("/")[1]],
  summary: definition.summary,
  description: [definition.description, `Permission: \`${definition.permission}\`.`].filter(Boolean).join(" "),
  parameters: [...pathParameters(definition.path), ...queryParameters(definition)],
  responses: responsesOf("read", 200, jsonSuccess("Found", definition.body)),
});

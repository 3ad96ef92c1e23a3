import type { ReadDefinition } from "#lib/definitions/read";
import { pathParameters } from "./operations.ts";
import { jsonSuccess, responsesOf } from "./responses.ts";
import { type JsonSchema, jsonSchema } from "./schema.ts";

function queryParameters(definition: ReadDefinition) {
  const properties = (jsonSchema(definition.query, "output").properties ?? {}) as Record<string, JsonSchema>;
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: "query",
    required: !definition.query.shape[name]?.safeParse(undefined).success,
    ...(description ? { description } : {}),
    // Lists are comma-separated.
    ...(schema.type === "array" ? { style: "form", explode: false } : {}),
    schema,
  }));
}

/** A read as an OpenAPI operation object. */
export const describeRead = (definition: ReadDefinition) => ({
  operationId: `GET ${definition.path}`,
  tags: [definition.path.split("/")[1]],
  summary: definition.summary,
  description: [definition.description, `Permission: \`${definition.permission}\`.`].filter(Boolean).join(" "),
  parameters: [...pathParameters(definition.path), ...queryParameters(definition)],
  responses: responsesOf("read", 200, jsonSuccess("Found", definition.body)),
});

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

/** What an answer with an ETag adds to its operation (decisions §5). */
const CONDITION = { name: "If-None-Match", in: "header", required: false, schema: { type: "string" } };
const TAG = {
  ETag: {
    description:
      "Weak. Changes with the records that the answer is made of, and differs by caller and request. `If-None-Match` with it answers 304 until then. Keep the body in memory alone: caches must not store it",
    schema: { type: "string" },
  },
};
const UNCHANGED = { "304": { description: "The answer is still the one that If-None-Match names", headers: TAG } };

/** Returns the OpenAPI operation object of a query. */
export const describeQuery = (definition: QueryDefinition) => ({
  operationId: `GET ${definition.path}`,
  tags: [definition.path.split("/")[1]],
  summary: definition.summary,
  description: [definition.description, `Permission: \`${definition.permission}\`.`].filter(Boolean).join(" "),
  parameters: [
    ...pathParameters(definition.path),
    ...queryParameters(definition),
    ...(definition.reads ? [CONDITION] : []),
  ],
  responses: {
    ...responsesOf(
      // The one patient of an embedded view may share its MRN with another one.
      definition.conflicts || typeof definition.embed === "object" ? "read with conflicts" : "read",
      200,
      { ...jsonSuccess("Found", definition.body), ...(definition.reads ? { headers: TAG } : {}) },
    ),
    ...(definition.reads ? UNCHANGED : {}),
  },
});

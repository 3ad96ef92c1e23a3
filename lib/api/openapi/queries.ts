import { z } from "zod";
import type { QueryDefinition } from "#lib/definitions/query";
import { audienceOf } from "./audience.ts";
import { operationIdOf, schemaName } from "./operation-id.ts";
import { pathParameters } from "./operations.ts";
import { jsonSuccess, responsesOf } from "./responses.ts";
import { type JsonSchema, jsonSchema } from "./schema.ts";

function queryParameters(definition: QueryDefinition) {
  const { properties, $defs } = jsonSchema(definition.query, "output");
  return Object.entries((properties ?? {}) as Record<string, JsonSchema>).map(
    ([name, { description, deprecated, ...schema }]) => ({
      name,
      in: "query",
      required: !definition.query.shape[name]?.safeParse(undefined).success,
      ...(description ? { description } : {}),
      ...(deprecated ? { deprecated } : {}),
      // Lists are comma-separated.
      ...(schema.type === "array" ? { style: "form", explode: false } : {}),
      schema: $defs ? { ...schema, $defs } : schema,
    }),
  );
}

const warnings = z
  .array(z.string())
  .optional()
  .meta({
    id: "QueryWarnings",
    description:
      "The query parameters that the route does not know and did not use, each with the one that was probably meant; an API " +
      "client whose `unknown_fields` is `refuse` gets 400 instead. Of synchronized records also the kinds that are not whole " +
      "yet, until the account's first sync is complete. Absent if there are none",
  });

/** The additions to an operation whose answer has an ETag (decisions §5). */
const CONDITION = { name: "If-None-Match", in: "header", required: false, schema: { type: "string" } };
const TAG = {
  ETag: {
    description:
      "Weak. Changes with the records that the answer is made of, and differs by caller and request. `If-None-Match` with it answers 304 until then. Keep the body in memory alone: caches must not store it",
    schema: { type: "string" },
  },
};
/** The same of one record whose command judges `If-Match` by it. */
const STRONG_TAG = {
  ETag: {
    description:
      "Strong; the record's `etag`. Changes with this record alone. `If-Match` with it lets a change be refused once the record has changed, `If-None-Match` answers 304 until then",
    schema: { type: "string" },
  },
};
/** The headers of every answer to a request with a deprecated parameter (decisions §5). */
const DEPRECATION = {
  Deprecation: {
    description: "Since when a parameter of the request is deprecated (RFC 9745); absent if it uses none",
    schema: { type: "string" },
  },
  Sunset: {
    description: "From when on that parameter may stop working (RFC 8594); absent if the request uses none",
    schema: { type: "string" },
  },
};
const unchanged = (headers: object) => ({
  "304": { description: "The answer is still the one that If-None-Match names", headers },
});

/** Returns the headers by which an answer can be validated; null if it has none. */
const tagOf = ({ reads, etagOf }: QueryDefinition) => (reads ? TAG : etagOf ? STRONG_TAG : null);

/** Returns whether the answer is a list: it has pages, or its rows stand under the path's last word or `data`. */
const isList = ({ path, body: { shape } }: QueryDefinition): boolean =>
  !path.endsWith("}") &&
  ("next_cursor" in shape ||
    [path.split("/").at(-1)?.replaceAll("-", "_") ?? "", "data"].some((name) => shape[name] instanceof z.ZodArray));

/** Returns the operation id of a query. */
const idOf = (definition: QueryDefinition) =>
  operationIdOf({ method: "GET", path: definition.path, isList: isList(definition) });

const operationOf = (definition: QueryDefinition, parameters: object[], headers: object, tag = tagOf(definition)) => ({
  operationId: idOf(definition),
  ...audienceOf(definition),
  summary: definition.summary,
  description: [definition.description, `Permission: \`${definition.permission}\`.`].filter(Boolean).join(" "),
  parameters: [...pathParameters(definition.path), ...parameters, ...(tagOf(definition) ? [CONDITION] : [])],
  responses: {
    ...responsesOf(
      // The one patient of an embedded view may share its MRN with another one.
      definition.gone
        ? "read that may be gone"
        : definition.conflicts || typeof definition.embed === "object"
          ? "read with conflicts"
          : "read",
      200,
      {
        ...jsonSuccess(
          "Found",
          schemaName(idOf(definition), "Answer"),
          z.object({ ...definition.body.shape, warnings }),
        ),
        ...(Object.keys(headers).length > 0 ? { headers } : {}),
      },
    ),
    ...(tag ? unchanged(tag) : {}),
  },
});

/** Returns the OpenAPI operation object of a query. */
export const describeQuery = (definition: QueryDefinition) => {
  const parameters = queryParameters(definition);
  const headers = {
    ...tagOf(definition),
    ...(parameters.some(({ deprecated }) => deprecated) ? DEPRECATION : {}),
  };
  return operationOf(definition, parameters, headers);
};

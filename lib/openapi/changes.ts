import { z } from "zod";
import type { ChangeDefinition } from "#lib/changes/definition";
import { pathParameters } from "./operations.ts";
import { jsonSuccess, responsesOf } from "./responses.ts";
import { jsonSchema } from "./schema.ts";

/** A write that stands at once, as an OpenAPI operation object. */
export const describeChange = (definition: ChangeDefinition) => ({
  operationId: `${definition.method} ${definition.path}`,
  tags: [definition.path.split("/")[1]],
  summary: definition.summary,
  description: [
    "Stands at once.",
    definition.description,
    definition.by === "person" ? "By the session of an admin alone." : undefined,
    `Permission: \`${definition.permission}\`.`,
  ]
    .filter(Boolean)
    .join(" "),
  parameters: [...pathParameters(definition.path), { $ref: "#/components/parameters/IdempotencyKey" }],
  requestBody: {
    required: false,
    content: { "application/json": { schema: jsonSchema(definition.input, "input") } },
  },
  responses: responsesOf(
    "write",
    definition.status,
    jsonSuccess(
      "Done",
      definition.done ? z.object({ message: z.string(), ...definition.body.shape }) : definition.body,
    ),
  ),
});

import { z } from "zod";
import type { CommandDefinition } from "#lib/definitions/command";
import { pathParameters, routeId } from "./operations.ts";
import { jsonSuccess, responsesOf, writeWarnings } from "./responses.ts";
import { jsonSchema } from "./schema.ts";

/** Returns the fields of the response besides `success`. */
const answerOf = ({ done, body }: CommandDefinition) =>
  z.object({ ...(done && { message: z.string() }), ...body.shape, ...writeWarnings });

/** Returns the OpenAPI operation object of a command. */
export function describeCommand(definition: CommandDefinition) {
  const request = jsonSchema(definition.input, "input");
  return {
    operationId: routeId(definition.method, definition.path),
    tags: [definition.path.split("/")[1]],
    summary: definition.summary,
    description: [
      "Takes effect at once.",
      definition.description,
      definition.by === "person" ? "Requires the session of an admin." : undefined,
      `Permission: \`${definition.permission}\`.`,
    ]
      .filter(Boolean)
      .join(" "),
    parameters: [
      ...pathParameters(definition.path),
      { $ref: "#/components/parameters/IdempotencyKey" },
      ...(definition.conditional ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
    ],
    requestBody: {
      required: false,
      content: { "application/json": { schema: request } },
    },
    responses: responsesOf("write", definition.status, jsonSuccess("Done", answerOf(definition))),
  };
}

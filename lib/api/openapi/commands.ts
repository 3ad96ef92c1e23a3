import { z } from "zod";
import type { CommandDefinition } from "#lib/definitions/command";
import { audienceOf } from "./audience.ts";
import { requestExampleOf } from "./example.ts";
import { operationIdOf, schemaName } from "./operation-id.ts";
import { needsBody, pathParameters } from "./operations.ts";
import { jsonSuccess, responsesOf, writeWarnings } from "./responses.ts";
import { jsonSchema, namedSchema } from "./schema.ts";

/** Returns the fields of the response besides `success`. */
const answerOf = ({ done, body }: CommandDefinition) =>
  z.object({ ...(done && { message: z.string().meta({ examples: [done] }) }), ...body.shape, ...writeWarnings });

const requiresPerson = ({ alone }: CommandDefinition): string =>
  `Requires the session of an admin.${alone ? " `client_id` and `client_secret` without an access token do as well." : ""}`;

/** Returns the OpenAPI operation object of a command. */
export function describeCommand(definition: CommandDefinition) {
  const operationId = operationIdOf(definition);
  const input = jsonSchema(definition.input, "input");
  const schema = namedSchema(schemaName(operationId, "Request"), input);
  const required = needsBody(definition.input);
  const hasFields = Object.keys(definition.input.shape).length > 0;
  return {
    operationId,
    ...audienceOf(definition),
    summary: definition.summary,
    description: [
      "Takes effect at once.",
      definition.description,
      definition.by === "person" ? requiresPerson(definition) : undefined,
      `Permission: \`${definition.permission}\`.`,
    ]
      .filter(Boolean)
      .join(" "),
    parameters: [
      ...pathParameters(definition.path),
      { $ref: "#/components/parameters/IdempotencyKey" },
      ...(definition.conditional ? [{ $ref: "#/components/parameters/IfMatch" }] : []),
    ],
    ...(hasFields && {
      requestBody: {
        required,
        content: { "application/json": { schema, example: requestExampleOf(input, required) } },
      },
    }),
    responses: responsesOf(
      "write",
      definition.status,
      jsonSuccess("Done", schemaName(operationId, "Answer"), answerOf(definition)),
    ),
  };
}

import { catalog } from "#lib/catalog/catalog";
import type { EventDefinition, OperationDefinition } from "#lib/definitions/operation";
import { envelope } from "#lib/stream/envelope";
import { jsonSchema } from "./schema.ts";

function describeEvent({ type, data }: EventDefinition) {
  const schema = jsonSchema(envelope.extend({ data: data.strict() }), "output");
  const properties = { ...(schema.properties as Record<string, unknown>), type: { const: type } };
  return {
    post: {
      operationId: type,
      tags: ["events"],
      summary: `The event \`${type}\``,
      description:
        "Signed as Standard Webhooks says: `webhook-id` (the event's, the same on each attempt), `webhook-timestamp` (the attempt's own time) and `webhook-signature`. The status line decides: it has 15 seconds, and no more than the first second of the body is read.",
      requestBody: { required: true, content: { "application/json": { schema: { ...schema, properties } } } },
      responses: { "2XX": { description: "Received; anything else is tried again" } },
    },
  };
}

/** Returns every event of the operations (interface section 6) as OpenAPI webhooks. */
export const webhooks = () =>
  Object.fromEntries(
    (Object.values(catalog) as OperationDefinition[])
      .flatMap(({ events }) => [events.completed, events.failed, ...(events.also ?? [])])
      .map((event) => [event.type, describeEvent(event)]),
  );

import { catalog } from "#lib/catalog/catalog";
import type { EventDefinition, OperationDefinition } from "#lib/definitions/operation";
import { envelope } from "#lib/stream/envelope";
import { ACCOUNT_EVENTS } from "#lib/webhooks/events/account-events";
import { eventSample } from "#lib/webhooks/events/samples";
import { jsonSchema } from "./schema.ts";

function describeEvent({ type, data }: Pick<EventDefinition, "type" | "data">) {
  const schema = jsonSchema(envelope.extend({ data: data.strict() }), "output");
  const properties = { ...(schema.properties as Record<string, unknown>), type: { const: type } };
  return {
    post: {
      operationId: type,
      tags: ["events"],
      summary: `The event \`${type}\``,
      description:
        "Signed according to Standard Webhooks: `webhook-id` (the event's id, the same on each attempt), `webhook-timestamp` (the time of the attempt) and `webhook-signature`. Only the status line counts: it must arrive within 15 seconds, and the body is read for at most one second.",
      requestBody: {
        required: true,
        content: { "application/json": { schema: { ...schema, properties }, example: eventSample(type) } },
      },
      responses: { "2XX": { description: "Received; any other response is retried" } },
    },
  };
}

/** Returns every event of the operations (interface section 6) and of accounts (decisions §12) as OpenAPI webhooks. */
export const webhooks = () =>
  Object.fromEntries(
    [
      ...Object.values<OperationDefinition>(catalog).flatMap(({ events }) => [
        events.completed,
        events.failed,
        ...(events.also ?? []),
      ]),
      ...ACCOUNT_EVENTS,
    ].map((event) => [event.type, describeEvent(event)]),
  );

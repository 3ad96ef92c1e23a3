import type { z } from "zod";
import { catalog } from "#lib/catalog/generated/definitions";
import type { OperationDefinition } from "#lib/definitions/operation";
import { envelope } from "#lib/stream/envelope";
import { ACCOUNT_EVENTS } from "#lib/webhooks/events/account-events";
import { eventSample } from "#lib/webhooks/events/samples";
import { testEvent } from "#lib/webhooks/events/test-event";
import { eventName } from "./operation-id.ts";
import { jsonSchema, namedSchema } from "./schema.ts";
import { EVENTS_TAG } from "./tags.ts";

function describeEvent({ type, data }: { type: string; data: z.ZodType }) {
  const schema = jsonSchema(envelope.extend({ data }), "output");
  const properties = { ...(schema.properties as Record<string, unknown>), type: { type: "string", const: type } };
  return {
    post: {
      operationId: `on${eventName(type)}`,
      tags: [EVENTS_TAG],
      summary: `The event \`${type}\``,
      description:
        "Signed according to Standard Webhooks: `webhook-id` (the event's id, the same on each attempt), `webhook-timestamp` (the time of the attempt) and `webhook-signature`. Only the status line counts: it must arrive within 15 seconds, and the body is read for at most one second.",
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: namedSchema(`${eventName(type)}Event`, { ...schema, properties }),
            example: eventSample(type),
          },
        },
      },
      responses: {
        "2XX": { description: "Received" },
        "4XX": { description: "Not received: the event is sent again later, as after any other answer or none" },
      },
    },
  };
}

/** Returns every event of the operations (interface section 6) and of accounts (decisions §12), and the test of an endpoint, as OpenAPI webhooks. */
export const webhooks = () =>
  Object.fromEntries(
    [
      ...Object.values<OperationDefinition>(catalog).flatMap(({ events }) => [
        events.completed,
        events.failed,
        ...(events.also ?? []),
      ]),
      ...ACCOUNT_EVENTS,
      testEvent,
    ].map((event) => [event.type, describeEvent(event)]),
  );

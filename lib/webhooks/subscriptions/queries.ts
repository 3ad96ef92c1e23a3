import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiClient } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { etag } from "#lib/kernel/fields";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { DEFAULT_TYPES, EVENT_TYPES, isByDefault } from "#lib/webhooks/events/types";

/** The record of an API client's subscriptions. */
export const subscriptionsBody = z.object({
  event_types: z.array(z.string()).describe("The types that the client receives; by default all `default` ones"),
  available_event_types: z
    .array(
      z.object({
        type: z.string(),
        default: z.boolean().describe("False: events of the type go only where it is named"),
      }),
    )
    .describe("All types that there are"),
  etag,
});

const AVAILABLE = EVENT_TYPES.map((type) => ({ type, default: isByDefault(type) }));

/** Returns a client's subscriptions: those that it named, else the default ones (decisions §7). */
export const toSubscriptions = (eventTypes: readonly string[] | null | undefined) =>
  withEntityTag({ event_types: [...(eventTypes ?? DEFAULT_TYPES)], available_event_types: AVAILABLE });

/** GET /subscriptions: the event types that the API client receives. */
export const getSubscriptions = defineQuery({
  path: "/subscriptions",
  embed: "account",
  summary: "The event types that the API client is subscribed to",
  permission: "subscriptions:read",
  patientData: false,
  query: noQuery,
  body: subscriptionsBody,
  etagOf: ({ etag }) => etag,
  async read({ tx, actor }) {
    const id = await apiClientOf(tx, { actor });
    const [client] = id
      ? await tx.select({ eventTypes: apiClient.eventTypes }).from(apiClient).where(eq(apiClient.id, id))
      : [];
    return toSubscriptions(client?.eventTypes);
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiClient } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { withEntityTag } from "#lib/kernel/entity-tag";
import { etag } from "#lib/kernel/fields";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { EVENT_TYPES } from "#lib/webhooks/events/types";

/** The record of an API client's subscriptions, which has no other fields. */
export const subscriptionsBody = z.object({ event_types: z.array(z.string()), etag });

/** Returns a client's subscriptions: by default all types (decisions §7). */
export const toSubscriptions = (eventTypes: readonly string[] | null | undefined) =>
  withEntityTag({ event_types: [...(eventTypes ?? EVENT_TYPES)] });

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

import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiClient } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { EVENT_TYPES } from "#lib/webhooks/events/types";

/** GET /subscriptions: the event types that the API client receives; all by default (decisions §7). */
export const getSubscriptions = defineQuery({
  path: "/subscriptions",
  embed: "account",
  summary: "The event types that the API client is subscribed to",
  permission: "subscriptions:read",
  patientData: false,
  query: noQuery,
  body: z.object({ event_types: z.array(z.string()) }),
  async read({ tx, actor }) {
    const id = await apiClientOf(tx, { actor });
    const [client] = id
      ? await tx.select({ eventTypes: apiClient.eventTypes }).from(apiClient).where(eq(apiClient.id, id))
      : [];
    return { event_types: client?.eventTypes ?? [...EVENT_TYPES] };
  },
});

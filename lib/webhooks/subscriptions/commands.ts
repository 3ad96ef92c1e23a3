import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiClient } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { notFound } from "#lib/kernel/api-error";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { eventTypeList } from "#lib/webhooks/endpoints/fields";
import { EVENT_TYPES } from "#lib/webhooks/events/types";

/**
 * PUT /subscriptions: replaces the event types that the API client receives; an empty list means none (decisions §7).
 */
export const putSubscriptions = defineCommand({
  method: "PUT",
  path: "/subscriptions",
  embed: "account",
  summary: "Set the event types that the API client is subscribed to",
  permission: "subscriptions:update",
  status: 200,
  input: z.object({ event_types: eventTypeList(EVENT_TYPES) }),
  done: "Subscriptions changed",
  body: z.object({ event_types: z.array(z.string()) }),
  async execute({ tx, principal, input: { event_types } }) {
    const id = await apiClientOf(tx, principal);
    if (!id) throw notFound("API client");
    await tx.update(apiClient).set({ eventTypes: event_types }).where(eq(apiClient.id, id));
    return { event_types };
  },
});

import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiClient } from "#lib/db/schema";
import { defineChange } from "#lib/definitions/change";
import { notFound } from "#lib/kernel/api-error";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { eventTypeList } from "#lib/webhooks/endpoints/fields";
import { EVENT_TYPES } from "#lib/webhooks/events/types";

/** PUT /subscriptions: the whole set of event types that the API client wants; an empty one wants none (decisions §7). */
export const putSubscriptions = defineChange({
  method: "PUT",
  path: "/subscriptions",
  embed: "account",
  summary: "Set the event types that the API client is subscribed to",
  permission: "subscriptions:update",
  status: 200,
  input: z.object({ event_types: eventTypeList(EVENT_TYPES) }),
  done: "Subscriptions changed",
  body: z.object({ event_types: z.array(z.string()) }),
  async change({ tx, principal, input: { event_types } }) {
    const id = await apiClientOf(tx, principal);
    if (!id) throw notFound("API client");
    await tx.update(apiClient).set({ eventTypes: event_types }).where(eq(apiClient.id, id));
    return { event_types };
  },
});

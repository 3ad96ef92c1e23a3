import { eq } from "drizzle-orm";
import { z } from "zod";
import { apiClient } from "#lib/db/schema";
import { defineCommand } from "#lib/definitions/command";
import { notFound } from "#lib/kernel/domain-error";
import { apiClientOf } from "#lib/security/credentials/api-client";
import { eventTypeList } from "#lib/webhooks/endpoints/fields";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { subscriptionsBody, toSubscriptions } from "./queries.ts";

/**
 * PUT /subscriptions: replaces the event types that the API client receives; an empty list means none (decisions §7).
 */
export const putSubscriptions = defineCommand({
  method: "PUT",
  path: "/subscriptions",
  embed: "account",
  summary: "Set the event types that the API client is subscribed to",
  permission: "subscriptions:update",
  conditional: { shows: "subscriptions:read" },
  status: 200,
  input: z.object({ event_types: eventTypeList(EVENT_TYPES) }),
  done: "Subscriptions changed",
  body: subscriptionsBody.omit({ available_event_types: true }),
  async execute({ tx, principal, input: { event_types }, assertMatch }) {
    const id = await apiClientOf(tx, principal);
    const [before] = id
      ? await tx
          .select({ eventTypes: apiClient.eventTypes })
          .from(apiClient)
          .where(eq(apiClient.id, id))
          .for("no key update")
      : [];
    if (!id || !before) throw notFound("API client");
    assertMatch(toSubscriptions(before.eventTypes));
    await tx.update(apiClient).set({ eventTypes: event_types }).where(eq(apiClient.id, id));
    const { available_event_types: _, ...changed } = toSubscriptions(event_types);
    return changed;
  },
});

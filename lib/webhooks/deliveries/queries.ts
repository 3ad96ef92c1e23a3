import { and, asc, eq } from "drizzle-orm";
import { z } from "zod";
import { delivery, deliveryAttempt } from "#lib/db/schema";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { isToOwn } from "#lib/webhooks/endpoints/owned";
import { shownAddress } from "#lib/webhooks/endpoints/shown-address";
import { deliveryDetailModel } from "#lib/webhooks/events/model";
import { toDelivery } from "#lib/webhooks/events/queries";

/** GET /events/{id}/deliveries/{delivery_id}: one delivery, with the address, request and response of each attempt. */
export const getDelivery = defineQuery({
  path: "/events/{id}/deliveries/{delivery_id}",
  embed: "events",
  summary: "One delivery of an event, with the heads and bodies of its attempts",
  permission: "events:read",
  patientData: true,
  query: noQuery,
  body: z.object({ delivery: deliveryDetailModel }),
  async read({ tx, linkedAccountId, params, permissions, actor, embed }) {
    const show = shownAddress({ permissions });
    const [eventId, id] = [parseId(params.id ?? ""), parseId(params.delivery_id ?? "")];
    if (!eventId || !id) throw notFound("Delivery");
    const [found] = await tx
      .select()
      .from(delivery)
      .where(
        and(
          eq(delivery.linkedAccountId, linkedAccountId),
          eq(delivery.eventId, eventId),
          eq(delivery.id, id),
          isToOwn(tx, { actor, embed }),
        ),
      );
    if (!found) throw notFound("Delivery");
    const attempts = await tx
      .select()
      .from(deliveryAttempt)
      .where(eq(deliveryAttempt.deliveryId, id))
      .orderBy(asc(deliveryAttempt.attempt));
    const shown = toDelivery(found, attempts, show);
    const exchanges = shown.attempts.map((attempt, index) => {
      const { url = null, exchange } = attempts[index] ?? {};
      const address = url ?? found.targetUrl;
      return {
        ...attempt,
        url: address && show(address),
        request: exchange?.request ?? null,
        response: exchange?.response ?? null,
      };
    });
    return { delivery: { ...shown, attempts: exchanges } };
  },
});

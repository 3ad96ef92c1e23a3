import { and, asc, eq, exists, getTableColumns, gt, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { ApiError, notFound } from "#lib/core/api-error";
import { parseId } from "#lib/core/id";
import { delivery, event, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { REMOVED } from "#lib/events/held";
import { EVENT_TYPES } from "#lib/events/types";
import { type DeliveryTarget, writeDeliveries } from "#lib/events/write-deliveries";
import { isoMoment } from "#lib/models/fields";
import { eventTypeList } from "#lib/models/webhook-fields";
import { createdInOrder } from "#lib/reads/filters";
import { type ChangeContext, defineChange } from "./definition.ts";

/** So many events are sent again by one request; the answer says how many are left. */
const MOST_AT_ONCE = 1_000;

type Tenant = ChangeContext<unknown>["tenant"];
type StoredDelivery = typeof delivery.$inferSelect & { isLeft: boolean };

const targetOf = (row: StoredDelivery): DeliveryTarget => ({
  kind: row.targetKind,
  url: row.targetUrl,
  endpointId: row.endpointId,
  apiClientId: row.apiClientId,
});

/** The targets that these deliveries went to and that are left, each once, however often it was told. */
function targetsOf(rows: StoredDelivery[]): DeliveryTarget[] {
  const targets = rows.filter(({ isLeft }) => isLeft).map(targetOf);
  // An endpoint is one target, wherever it was at the time.
  return [...new Map(targets.map((target) => [target.endpointId ?? JSON.stringify(target), target])).values()];
}

/** Whether a delivery's target is left: a webhook endpoint that was removed takes nothing more. */
const targetIsLeft = (tx: Transaction) =>
  or(
    isNull(delivery.endpointId),
    inArray(delivery.endpointId, tx.select({ id: webhookEndpoint.id }).from(webhookEndpoint)),
  );

async function deliveriesOf(tx: Transaction, tenant: Tenant, eventId: string): Promise<StoredDelivery[]> {
  return tx
    .select({ ...getTableColumns(delivery), isLeft: sql<boolean>`${targetIsLeft(tx)}` })
    .from(delivery)
    .where(and(eq(delivery.linkedAccountId, tenant.linkedAccountId), eq(delivery.eventId, eventId)))
    .orderBy(asc(delivery.id));
}

const idText = z.string({ error: "must be a string" }).transform((text, context) => {
  const id = parseId(text);
  if (!id) context.addIssue({ code: "custom", message: "must be a UUID" });
  return id ?? "";
});

/**
 * POST /events/{id}/redeliver: to all targets that the event had, or to that of one delivery (decisions §7 and §11); 409
 * where none of these is left.
 */
export const redeliverEvent = defineChange({
  method: "POST",
  path: "/events/{id}/redeliver",
  summary: "Send an event again",
  description:
    "To all targets that it had. Webhook endpoints that were removed since are left out; where nothing else is left to send it to, nothing is queued: 409.",
  permission: "events:redeliver",
  status: 202,
  input: z.strictObject({ delivery_id: idText.optional().describe("Only to the target of this delivery") }),
  body: z.object({ message: z.string() }),
  async change({ tx, tenant, params, input }) {
    const eventId = parseId(params.id ?? "");
    const rows = eventId ? await deliveriesOf(tx, tenant, eventId) : [];
    if (!eventId || rows.length === 0) throw notFound("Event");
    const chosen = input.delivery_id ? rows.filter(({ id }) => id === input.delivery_id) : rows;
    if (chosen.length === 0) throw notFound("Delivery");
    const targets = targetsOf(chosen);
    if (targets.length === 0) throw new ApiError(409, `${REMOVED}; nothing was queued`);
    await writeDeliveries(tx, tenant, eventId, targets);
    return { message: `Event queued for ${targets.length} ${targets.length === 1 ? "target" : "targets"}` };
  },
});

const moment = isoMoment.transform((text) => new Date(text));

async function assertEndpoint(tx: Transaction, { linkedAccountId }: Tenant, id: string): Promise<void> {
  const found = await tx
    .select({ id: webhookEndpoint.id })
    .from(webhookEndpoint)
    .where(and(eq(webhookEndpoint.linkedAccountId, linkedAccountId), eq(webhookEndpoint.id, id)));
  if (found.length === 0) throw notFound("Webhook endpoint");
}

/**
 * POST /events/redeliver: the events of a range, oldest first, to their targets or to one endpoint (decisions §5); 404
 * where there is no such endpoint.
 */
export const redeliverEvents = defineChange({
  method: "POST",
  path: "/events/redeliver",
  summary: "Send the events of a range again",
  description:
    "Oldest first, to all targets that they had. Webhook endpoints that were removed since are left out, and events that went to nobody else are neither sent nor counted.",
  permission: "events:redeliver",
  status: 202,
  input: z
    .strictObject({
      created_after: moment.describe("Events made then or later"),
      created_before: moment.describe("Events made then or earlier; on or after `created_after`"),
      event_types: eventTypeList(EVENT_TYPES).optional().describe("Only these types"),
      endpoint_id: idText.optional().describe("Only to this webhook endpoint"),
      cursor: idText.optional().describe("`next_cursor` of the answer before"),
      dry_run: z.boolean({ error: "must be true or false" }).default(false).describe("Only count them"),
    })
    .check(createdInOrder),
  body: z.object({
    message: z.string(),
    count: z.number().int().describe("Events that were, or with `dry_run` would be, sent again by this request"),
    next_cursor: z.string().optional().describe("Where events of the range remain: send it as `cursor` for those"),
  }),
  async change({ tx, tenant, input }) {
    const { endpoint_id: endpointId } = input;
    if (endpointId) await assertEndpoint(tx, tenant, endpointId);
    const toTarget = tx
      .select({ id: delivery.id })
      .from(delivery)
      .where(
        and(
          eq(delivery.eventId, event.id),
          targetIsLeft(tx),
          endpointId ? eq(delivery.endpointId, endpointId) : undefined,
        ),
      );
    const rows = await tx
      .select({ id: event.id })
      .from(event)
      .where(
        and(
          eq(event.linkedAccountId, tenant.linkedAccountId),
          gte(event.createdAt, input.created_after),
          lte(event.createdAt, input.created_before),
          input.event_types ? inArray(event.type, input.event_types) : undefined,
          input.cursor ? gt(event.id, input.cursor) : undefined,
          exists(toTarget),
        ),
      )
      .orderBy(asc(event.id))
      .limit(MOST_AT_ONCE + 1);
    const page = rows.slice(0, MOST_AT_ONCE);
    const more = rows.length > page.length ? { next_cursor: page.at(-1)?.id ?? "" } : {};
    if (!input.dry_run) {
      for (const { id } of page) {
        const all = await deliveriesOf(tx, tenant, id);
        const chosen = endpointId ? all.filter((row) => row.endpointId === endpointId) : all;
        await writeDeliveries(tx, tenant, id, targetsOf(chosen));
      }
    }
    const events = `${page.length} ${page.length === 1 ? "event" : "events"}`;
    const verb = input.dry_run ? "would be sent again" : "queued again";
    return { message: `${events} ${verb}`, count: page.length, ...more };
  },
});

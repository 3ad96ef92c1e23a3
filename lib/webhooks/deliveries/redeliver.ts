import { and, asc, eq, exists, getTableColumns, gt, gte, inArray, isNull, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { delivery, event, webhookEndpoint } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type CommandRequest, defineCommand } from "#lib/definitions/command";
import { createdInOrder } from "#lib/definitions/filters";
import { inBatches } from "#lib/definitions/in-batches";
import { DomainError, notFound, notFoundBy } from "#lib/kernel/domain-error";
import { isoMoment } from "#lib/kernel/fields";
import { parseId } from "#lib/kernel/id";
import { idText } from "#lib/kernel/id-text";
import { unexpectedFields } from "#lib/kernel/validation";
import { eventTypeList } from "#lib/webhooks/endpoints/fields";
import { isOwn, isToOwn } from "#lib/webhooks/endpoints/owned";
import { isVisible } from "#lib/webhooks/endpoints/scope";
import { EVENT_TYPES } from "#lib/webhooks/events/types";
import { REMOVED } from "./target.ts";
import { type DeliveryTarget, writeDeliveries } from "./write.ts";

/** Maximum of events that one request sends again; the answer says how many remain. */
const MAX_AT_ONCE = 1_000;

type StoredDelivery = typeof delivery.$inferSelect & { isLeft: boolean };

const targetOf = (row: StoredDelivery): DeliveryTarget => ({
  kind: row.targetKind,
  url: row.targetUrl,
  endpointId: row.endpointId,
  apiClientId: row.apiClientId,
});

/** Returns each remaining target of these deliveries once. */
function targetsOf(rows: StoredDelivery[]): DeliveryTarget[] {
  const targets = rows.filter(({ isLeft }) => isLeft).map(targetOf);
  // An endpoint is one target, whatever its address was at the time.
  return [...new Map(targets.map((target) => [target.endpointId ?? JSON.stringify(target), target])).values()];
}

/** Returns the condition that a delivery's target still exists: a removed webhook endpoint receives nothing more. */
const targetIsLeft = (tx: Transaction) =>
  or(
    isNull(delivery.endpointId),
    inArray(delivery.endpointId, tx.select({ id: webhookEndpoint.id }).from(webhookEndpoint)),
  );

/** The account of a request and its caller, who may be limited to the webhook endpoints of one owner. */
type Asked = Pick<CommandRequest<unknown>, "tenant" | "principal">;

/** Returns the deliveries of events that a caller may send again. */
async function deliveriesOf(
  tx: Transaction,
  { tenant, principal }: Asked,
  eventIds: string[],
): Promise<StoredDelivery[]> {
  return tx
    .select({ ...getTableColumns(delivery), isLeft: sql<boolean>`${targetIsLeft(tx)}` })
    .from(delivery)
    .where(
      and(
        eq(delivery.linkedAccountId, tenant.linkedAccountId),
        inArray(delivery.eventId, eventIds),
        isToOwn(tx, principal),
      ),
    )
    .orderBy(asc(delivery.id));
}

/**
 * POST /events/{id}/redeliver: sends an event again to all of its targets, or to the target of one delivery (decisions
 * §7 and §11). Throws `conflict` if none of these targets is left.
 */
export const redeliverEvent = defineCommand({
  method: "POST",
  path: "/events/{id}/redeliver",
  embed: "events",
  summary: "Send an event again",
  description:
    "Sends to all targets of the event. Removed webhook endpoints are skipped; if no other target is left, nothing is queued: 409.",
  permission: "events:redeliver",
  status: 202,
  input: z.strictObject(
    { delivery_id: idText.optional().describe("Sends only to the target of this delivery") },
    { error: unexpectedFields },
  ),
  body: z.object({ message: z.string() }),
  async execute({ tx, tenant, principal, params, input }) {
    const eventId = parseId(params.id ?? "");
    const rows = eventId ? await deliveriesOf(tx, { tenant, principal }, [eventId]) : [];
    if (!eventId || rows.length === 0) throw notFound("Event");
    const chosen = input.delivery_id ? rows.filter(({ id }) => id === input.delivery_id) : rows;
    if (chosen.length === 0) throw notFoundBy("delivery_id", "Delivery");
    const targets = targetsOf(chosen);
    if (targets.length === 0) throw new DomainError("conflict", `${REMOVED}; nothing was queued`);
    await writeDeliveries(tx, tenant, eventId, targets);
    return { message: `Event queued for ${targets.length} ${targets.length === 1 ? "target" : "targets"}` };
  },
});

const moment = isoMoment.transform((text) => new Date(text));

async function assertEndpoint(tx: Transaction, { principal }: Asked, id: string): Promise<void> {
  const found = await tx
    .select({ id: webhookEndpoint.id })
    .from(webhookEndpoint)
    .where(and(isVisible(principal), eq(webhookEndpoint.id, id), isOwn(principal.embed)));
  if (found.length === 0) throw notFoundBy("endpoint_id", "Webhook endpoint");
}

interface Range {
  created_after: Date;
  created_before: Date;
  event_types?: string[] | undefined;
  endpoint_id?: string | undefined;
  cursor?: string | undefined;
}

/**
 * Returns one page of ids of the events of a range that have a remaining target, oldest first, and the cursor of the
 * next page.
 */
async function eventsOf(tx: Transaction, asked: Asked, range: Range): Promise<{ ids: string[]; next_cursor?: string }> {
  const { endpoint_id: endpointId } = range;
  if (endpointId) await assertEndpoint(tx, asked, endpointId);
  const toTarget = tx
    .select({ id: delivery.id })
    .from(delivery)
    .where(
      and(
        eq(delivery.eventId, event.id),
        targetIsLeft(tx),
        isToOwn(tx, asked.principal),
        endpointId ? eq(delivery.endpointId, endpointId) : undefined,
      ),
    );
  const rows = await tx
    .select({ id: event.id })
    .from(event)
    .where(
      and(
        eq(event.linkedAccountId, asked.tenant.linkedAccountId),
        gte(event.createdAt, range.created_after),
        lte(event.createdAt, range.created_before),
        range.event_types ? inArray(event.type, range.event_types) : undefined,
        range.cursor ? gt(event.id, range.cursor) : undefined,
        exists(toTarget),
      ),
    )
    .orderBy(asc(event.id))
    .limit(MAX_AT_ONCE + 1);
  const ids = rows.slice(0, MAX_AT_ONCE).map(({ id }) => id);
  return { ids, ...(rows.length > ids.length && { next_cursor: ids.at(-1) ?? "" }) };
}

/** Queues these events again in their order, to their targets or to one endpoint. */
async function sendAgain(tx: Transaction, asked: Asked, eventIds: string[], endpointId: string | undefined) {
  const all = await deliveriesOf(tx, asked, eventIds);
  const chosen = endpointId ? all.filter((row) => row.endpointId === endpointId) : all;
  const byEvent = Map.groupBy(chosen, ({ eventId }) => eventId);
  for (const id of eventIds) await writeDeliveries(tx, asked.tenant, id, targetsOf(byEvent.get(id) ?? []));
  return {};
}

/**
 * POST /events/redeliver: sends the events of a range again, oldest first, to their targets or to one endpoint
 * (decisions §5). Throws `not_found` for an unknown endpoint.
 */
export const redeliverEvents = defineCommand({
  method: "POST",
  path: "/events/redeliver",
  embed: "events",
  summary: "Send the events of a range again",
  description:
    "Sends the oldest first, to all targets of each event. Removed webhook endpoints are skipped, and events that were sent only to them are neither sent nor counted. Events are queued in batches: if one fails, the answer is 503, and repeating the request with its Idempotency-Key queues the rest.",
  permission: "events:redeliver",
  status: 202,
  input: z
    .strictObject(
      {
        created_after: moment.describe("Events created at this time or later"),
        created_before: moment.describe("Events created at this time or earlier; not before `created_after`"),
        event_types: eventTypeList(EVENT_TYPES).optional().describe("Only these types"),
        endpoint_id: idText.optional().describe("Only to this webhook endpoint"),
        cursor: idText.optional().describe("`next_cursor` of the previous response"),
        dry_run: z.boolean({ error: "must be true or false" }).default(false).describe("Only count them"),
      },
      { error: unexpectedFields },
    )
    .check(createdInOrder),
  body: z.object({
    message: z.string(),
    count: z.number().int().describe("Events that were, or with `dry_run` would be, sent again by this request"),
    next_cursor: z.string().optional().describe("Present if events of the range remain: send it as `cursor`"),
  }),
  async executeInParts({ part, tenant, principal, input }) {
    const asked = { tenant, principal };
    const { ids, ...more } = await part((tx) => eventsOf(tx, asked, input));
    if (!input.dry_run) await inBatches(part, ids, (tx, some) => sendAgain(tx, asked, some, input.endpoint_id));
    const events = `${ids.length} ${ids.length === 1 ? "event" : "events"}`;
    const verb = input.dry_run ? "would be sent again" : "queued again";
    return { message: `${events} ${verb}`, count: ids.length, ...more };
  },
});

import { and, asc, eq, exists, getTableColumns, gte, inArray, lte } from "drizzle-orm";
import { z } from "zod";
import { delivery, deliveryAttempt, event } from "#lib/db/schema";
import { commaList } from "#lib/definitions/comma-list";
import { createdInOrder, moment } from "#lib/definitions/filters";
import { keyset } from "#lib/definitions/keyset";
import { defineList } from "#lib/definitions/list";
import { defineQuery, noQuery, type QueryContext } from "#lib/definitions/query";
import { notFound } from "#lib/kernel/domain-error";
import { parseId } from "#lib/kernel/id";
import { isOwn, isToOwn } from "#lib/webhooks/endpoints/owned";
import { type ShowAddress, shownAddress } from "#lib/webhooks/endpoints/shown-address";
import { DELIVERY_STATUSES, type DeliveryModel, type EventModel, eventModel } from "./model.ts";
import { EVENT_TYPES, TEST_EVENT } from "./types.ts";

/** An id that no record has. */
const NOBODY = "0".repeat(32);

type DeliveryRow = typeof delivery.$inferSelect;
type AttemptRow = typeof deliveryAttempt.$inferSelect;

/**
 * Returns a delivery with its attempts as the interface shows it; `show` decides how much of the address a caller
 * sees.
 */
export const toDelivery = (
  row: DeliveryRow,
  attempts: Omit<AttemptRow, "exchange">[],
  show: ShowAddress,
): DeliveryModel => ({
  id: row.id,
  target: row.targetUrl === null ? "inbox" : show(row.targetUrl),
  endpoint_id: row.endpointId,
  status: row.status,
  attempts: attempts.map(({ at, statusCode, durationMs, error }) => ({
    at: at.toISOString(),
    status_code: statusCode,
    duration_ms: durationMs,
    error,
  })),
  next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
});

/** Requests and responses are returned for a single delivery only. */
const { exchange: _exchange, ...ATTEMPT } = getTableColumns(deliveryAttempt);

/** Returns the events with their deliveries and attempts, oldest first: of an owner's view those to its endpoints. */
async function withDeliveries(
  events: (typeof event.$inferSelect)[],
  { tx, permissions, actor, embed }: Pick<QueryContext<unknown>, "tx" | "permissions" | "actor" | "embed">,
): Promise<EventModel[]> {
  const show = shownAddress({ permissions });
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [deliveries, attempts] = await Promise.all([
    tx
      .select()
      .from(delivery)
      .where(and(inArray(delivery.eventId, ids), isToOwn(tx, { actor, embed })))
      .orderBy(asc(delivery.id)),
    tx
      .select({ attempt: ATTEMPT })
      .from(deliveryAttempt)
      .innerJoin(delivery, eq(delivery.id, deliveryAttempt.deliveryId))
      .where(inArray(delivery.eventId, ids))
      .orderBy(asc(deliveryAttempt.attempt)),
  ]);
  const attemptsOf = Map.groupBy(
    attempts.map(({ attempt }) => attempt),
    ({ deliveryId }) => deliveryId,
  );
  const deliveriesOf = Map.groupBy(deliveries, ({ eventId }) => eventId);
  return events.map(({ id, envelope }) => ({
    event: envelope,
    deliveries: (deliveriesOf.get(id) ?? []).map((row) => toDelivery(row, attemptsOf.get(row.id) ?? [], show)),
  }));
}

const eventFilters = {
  event_types: commaList([...EVENT_TYPES, TEST_EVENT])
    .optional()
    .describe("Event types, comma-separated"),
  delivery_status: commaList(DELIVERY_STATUSES)
    .optional()
    .describe("Events with a delivery of one of these statuses, comma-separated"),
  endpoint_id: z
    .string()
    .optional()
    .describe("Events sent to this webhook endpoint; with `delivery_status`, by the status of that delivery"),
  job_id: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, "must be a job id")
    .optional(),
  created_after: moment.describe("Events created at this time or later"),
  created_before: moment.describe("Events created at this time or earlier; not before `created_after`"),
};

/** Builds the SQL conditions of the filters; another account's endpoint has no events. */
function eventConditions({ tx, query, actor, embed }: QueryContext<z.infer<z.ZodObject<typeof eventFilters>>>) {
  const { delivery_status: statuses, endpoint_id: endpoint } = query;
  const isOfView = isOwn(embed) !== undefined;
  const delivered =
    statuses || endpoint || isOfView
      ? exists(
          tx
            .select({ id: delivery.id })
            .from(delivery)
            .where(
              and(
                eq(delivery.eventId, event.id),
                statuses ? inArray(delivery.status, statuses) : undefined,
                endpoint ? eq(delivery.endpointId, parseId(endpoint) ?? NOBODY) : undefined,
                isToOwn(tx, { actor, embed }),
              ),
            ),
        )
      : undefined;
  return and(
    query.event_types ? inArray(event.type, query.event_types) : undefined,
    query.job_id ? eq(event.jobId, Number(query.job_id)) : undefined,
    query.created_after ? gte(event.createdAt, new Date(query.created_after)) : undefined,
    query.created_before ? lte(event.createdAt, new Date(query.created_before)) : undefined,
    delivered,
  );
}

const common = { permission: "events:read", patientData: true } as const;

/** GET /events: lists the account's event log, newest first (decisions §5). */
export const listEvents = defineList({
  ...common,
  path: "/events",
  embed: "events",
  summary: "List events with their deliveries, newest first",
  description:
    "Events are kept for the operator's retention period, 90 days by default, and while one of their deliveries is pending or held. After that: 404.",
  key: "events",
  model: eventModel,
  table: event,
  order: keyset("desc", event.id),
  filters: eventFilters,
  check: createdInOrder,
  where: eventConditions,
  toModels: withDeliveries,
});

/**
 * GET /events/{id}: the envelope as `event`, with its deliveries; a malformed id is treated as an unknown one
 * (decisions §11).
 */
export const getEvent = defineQuery({
  ...common,
  path: "/events/{id}",
  embed: "events",
  summary: "One event with its deliveries and their attempts",
  query: noQuery,
  body: eventModel,
  async read({ tx, linkedAccountId, params, permissions, actor, embed }) {
    const id = parseId(params.id ?? "");
    const rows = id
      ? await tx
          .select()
          .from(event)
          .where(and(eq(event.linkedAccountId, linkedAccountId), eq(event.id, id)))
      : [];
    const [found] = await withDeliveries(rows, { tx, permissions, actor, embed });
    const isAnothers = isOwn(embed) !== undefined && found?.deliveries.length === 0;
    if (!found || isAnothers) throw notFound("Event");
    return found;
  },
});

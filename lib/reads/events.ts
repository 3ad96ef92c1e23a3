import { and, asc, eq, inArray } from "drizzle-orm";
import { notFound } from "#lib/core/api-error";
import { parseId } from "#lib/core/id";
import { delivery, deliveryAttempt, event } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { type DeliveryModel, type EventModel, eventModel } from "#lib/models/event";
import { defineRead, noQuery } from "./definition.ts";
import { keyset } from "./keyset.ts";
import { defineList } from "./list.ts";

type DeliveryRow = typeof delivery.$inferSelect;
type AttemptRow = typeof deliveryAttempt.$inferSelect;

const toDelivery = (row: DeliveryRow, attempts: AttemptRow[]): DeliveryModel => ({
  id: row.id,
  target: row.targetUrl ?? "inbox",
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

/** The events with their deliveries, oldest first, and each one's attempts. */
async function withDeliveries(tx: Transaction, events: (typeof event.$inferSelect)[]): Promise<EventModel[]> {
  const ids = events.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [deliveries, attempts] = await Promise.all([
    tx.select().from(delivery).where(inArray(delivery.eventId, ids)).orderBy(asc(delivery.id)),
    tx
      .select({ attempt: deliveryAttempt })
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
    deliveries: (deliveriesOf.get(id) ?? []).map((row) => toDelivery(row, attemptsOf.get(row.id) ?? [])),
  }));
}

const common = { permission: "events:read", patientData: true } as const;

/** GET /events: the account's event log, newest first (decisions §5). */
export const listEvents = defineList({
  ...common,
  path: "/events",
  summary: "List events with their deliveries, newest first",
  key: "events",
  model: eventModel,
  table: event,
  order: keyset("desc", event.id),
  toModels: (rows, { tx }) => withDeliveries(tx, rows),
});

/** GET /events/{id}: the envelope under `event`, its deliveries beside it; a malformed id is an unknown one (decisions §11). */
export const getEvent = defineRead({
  ...common,
  path: "/events/{id}",
  summary: "One event with its deliveries and their attempts",
  query: noQuery,
  body: eventModel,
  async read({ tx, linkedAccountId, params }) {
    const id = parseId(params.id ?? "");
    const rows = id
      ? await tx
          .select()
          .from(event)
          .where(and(eq(event.linkedAccountId, linkedAccountId), eq(event.id, id)))
      : [];
    const [found] = await withDeliveries(tx, rows);
    if (!found) throw notFound("Event");
    return found;
  },
});

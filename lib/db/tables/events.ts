import { sql } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import type { TraceContext } from "#lib/kernel/tracing";
import { createdAt, moment, tenant } from "./columns.ts";

// Events, their deliveries, and the console's inbox.

export const event = pgTable(
  "event",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    jobId: bigint("job_id", { mode: "number" }),
    type: text("type").notNull(),
    /** The envelope exactly as sent (interface section 6): `json` preserves the order of its keys. */
    envelope: json("envelope").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ name: "event_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.id),
    index().on(table.jobId),
  ],
);

export const delivery = pgTable(
  "delivery",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    eventId: uuid("event_id").notNull(),
    /** `inbox` is the console's inbox at INTERNAL_URL; its address is configured, not stored. */
    targetKind: text("target_kind", { enum: ["inbox", "callback", "endpoint"] }).notNull(),
    targetUrl: text("target_url"),
    endpointId: uuid("endpoint_id"),
    apiClientId: uuid("api_client_id"),
    status: text("status", { enum: ["pending", "succeeded", "failed", "held", "refused"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    createdAt: createdAt(),
    /** Its place in a trace; null if tracing was off. */
    trace: jsonb("trace").$type<TraceContext>(),
  },
  (table) => [
    primaryKey({ name: "delivery_pk", columns: [table.organizationId, table.id] }),
    foreignKey({
      name: "delivery_event_fk",
      columns: [table.organizationId, table.eventId],
      foreignColumns: [event.organizationId, event.id],
    }).onDelete("cascade"),
    index().on(table.eventId),
    index().on(table.linkedAccountId, table.status, table.id),
    index("delivery_held_index")
      .on(table.organizationId, table.endpointId, table.id)
      .where(sql`${table.status} = 'held'`),
    index("delivery_pending_index").on(table.organizationId, table.createdAt).where(sql`${table.status} = 'pending'`),
    index("delivery_retry_index")
      .on(table.organizationId, table.createdAt)
      .where(sql`${table.status} = 'pending' AND ${table.attempts} > 0`),
  ],
);

/** Request and response of an attempt, kept for a limited time for debugging. Secret values are masked. */
export interface Exchange {
  request: { headers: Record<string, string> };
  /** Null if no response arrived. The body may be cut to its beginning. */
  response: { headers: Record<string, string>; body: string; cut: boolean } | null;
}

export const deliveryAttempt = pgTable(
  "delivery_attempt",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    deliveryId: uuid("delivery_id").notNull(),
    attempt: integer("attempt").notNull(),
    at: moment("at").notNull().defaultNow(),
    /**
     * Address at the time of the attempt, since an endpoint may change its URL; null for the inbox and if nothing was
     * sent.
     */
    url: text("url"),
    statusCode: integer("status_code"),
    durationMs: integer("duration_ms").notNull(),
    error: text("error"),
    /** Registered endpoint of the attempt; null for callbacks and the inbox, and if nothing was sent. */
    endpointId: uuid("endpoint_id"),
    exchange: jsonb("exchange").$type<Exchange>(),
  },
  (table) => [
    primaryKey({ name: "delivery_attempt_pk", columns: [table.organizationId, table.id] }),
    foreignKey({
      name: "delivery_attempt_delivery_fk",
      columns: [table.organizationId, table.deliveryId],
      foreignColumns: [delivery.organizationId, delivery.id],
    }).onDelete("cascade"),
    uniqueIndex("delivery_attempt_key").on(table.organizationId, table.deliveryId, table.attempt),
    index("delivery_attempt_endpoint_index").on(table.endpointId, table.at).where(sql`${table.endpointId} IS NOT NULL`),
    index("delivery_attempt_exchange_index")
      .on(table.linkedAccountId, table.id)
      .where(sql`${table.exchange} IS NOT NULL`),
  ],
);

export const inboxReceipt = pgTable(
  "inbox_receipt",
  {
    eventId: uuid("event_id").notNull(),
    ...tenant(),
    envelope: json("envelope").$type<Record<string, unknown>>().notNull(),
    receivedAt: moment("received_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ name: "inbox_receipt_pk", columns: [table.organizationId, table.linkedAccountId, table.eventId] }),
  ],
);

/**
 * Messages of an account's streams. Writers leave `position` null: readers assign positions to committed messages, one
 * account at a time, in the order of `seq` (`lib/stream/position.ts`), so that no message commits behind a reader's
 * cursor.
 */
export const streamMessage = pgTable(
  "stream_message",
  {
    seq: bigint("seq", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    ...tenant(),
    kind: text("kind", { enum: ["job", "event", "standing", "changes"] }).notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
    /** Message id on the wire; null until a reader assigns it. */
    position: bigint("position", { mode: "bigint" }),
  },
  (table) => [
    // Two partial indexes and no primary key: each row enters each index once, the first at its insert, the second when
    // it gets its position.
    index("stream_message_unsequenced_index")
      .on(table.linkedAccountId, table.seq)
      .where(sql`${table.position} IS NULL`),
    uniqueIndex("stream_message_position_index")
      .on(table.organizationId, table.linkedAccountId, table.position)
      .where(sql`${table.position} IS NOT NULL`),
  ],
);

/**
 * The last position that was assigned in an account's stream. Positions are never reused, even after their message is
 * deleted.
 */
export const streamHead = pgTable(
  "stream_head",
  {
    ...tenant(),
    position: bigint("position", { mode: "bigint" }).notNull().default(sql`0`),
  },
  (table) => [primaryKey({ name: "stream_head_pk", columns: [table.organizationId, table.linkedAccountId] })],
);

/**
 * Number of streams that a process holds open for a caller; valid while the process renews it. Unlogged.
 * @public read and written by the statements of lib/stream/places.ts
 */
export const streamLease = pgTable(
  "stream_lease",
  {
    /** Account, kind and id of the caller. */
    caller: text("caller").notNull(),
    process: uuid("process").notNull(),
    streams: integer("streams").notNull(),
    renewedAt: moment("renewed_at").notNull(),
  },
  (table) => [primaryKey({ name: "stream_lease_pk", columns: [table.caller, table.process] })],
);

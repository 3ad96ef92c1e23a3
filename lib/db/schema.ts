import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  json,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Actor } from "#lib/core/principal";
import type { AccountSettings } from "#lib/models/settings";
import { uuid, xid8 } from "./column-types.ts";

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const createdAt = () => moment("created_at").notNull().defaultNow();

/** What every row below a linked account carries; the policies of row-level security compare both. */
const tenant = () => ({
  organizationId: uuid("organization_id").notNull(),
  linkedAccountId: uuid("linked_account_id").notNull(),
});

// ── Organizations and who may act for them (policies compare the organization alone) ──

export const organization = pgTable("organization", {
  id: uuid("id").primaryKey(),
  name: text("name").notNull(),
  createdAt: createdAt(),
});

export const linkedAccount = pgTable(
  "linked_account",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    name: text("name").notNull(),
    emrType: text("emr_type").notNull(),
    /** IANA name; "today" and nightly work are judged in it. */
    timezone: text("timezone").notNull(),
    accessTokenHash: text("access_token_hash").notNull().unique(),
    accessTokenReferenceId: text("access_token_reference_id").notNull(),
    /** False once the token's EMR user is no longer linked or active: operations answer 404 "User not found". */
    userActive: boolean("user_active").notNull().default(true),
    /** JWE of the `whsec_…` that signs deliveries to the console's own inbox. */
    inboxSecret: text("inbox_secret").notNull(),
    settings: jsonb("settings").$type<AccountSettings>(),
    syncedAt: moment("synced_at"),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId)],
);

export const apiClient = pgTable(
  "api_client",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    name: text("name").notNull(),
    clientId: text("client_id").notNull().unique(),
    secretHash: text("secret_hash").notNull(),
    /** JWE of the `whsec_…` that signs deliveries to `callback_urls`. */
    webhookSecret: text("webhook_secret").notNull(),
    /** Null: subscribed to every event type. */
    eventTypes: text("event_types").array(),
    revokedAt: moment("revoked_at"),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId)],
);

export const appUser = pgTable(
  "app_user",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id")
      .notNull()
      .references(() => organization.id),
    /** Lower case. */
    email: text("email").notNull().unique(),
    name: text("name").notNull(),
    passwordHash: text("password_hash").notNull(),
    role: text("role", { enum: ["admin", "staff"] }).notNull(),
    /** A session carries the version it was made with; a higher one here ends it. */
    sessionVersion: integer("session_version").notNull().default(1),
    deactivatedAt: moment("deactivated_at"),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.organizationId)],
);

export const auditLog = pgTable(
  "audit_log",
  {
    id: uuid("id").primaryKey(),
    organizationId: uuid("organization_id").notNull(),
    linkedAccountId: uuid("linked_account_id"),
    actor: jsonb("actor").$type<Actor>().notNull(),
    /** The permission that was used or missing, such as `payments:create`. */
    action: text("action").notNull(),
    /** HTTP method and route template; never the address with its values. */
    route: text("route").notNull(),
    status: integer("status").notNull(),
    jobId: bigint("job_id", { mode: "number" }),
    address: text("address"),
    at: moment("at").notNull().defaultNow(),
  },
  (table) => [index().on(table.organizationId, table.at)],
);

// ── Synchronized from the EMR ──

export const patient = pgTable(
  "patient",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    mrn: text("mrn").notNull(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    dob: date("dob", { mode: "string" }).notNull(),
    gender: text("gender").notNull(),
    phone: text("phone").notNull(),
    email: text("email").notNull(),
    address: jsonb("address").$type<{ street: string; city: string; state: string; zip: string }>().notNull(),
    /** Lower-case text that a search by name, MRN, phone digits or birth date matches. */
    searchText: text("search_text").notNull(),
  },
  (table) => [
    unique().on(table.linkedAccountId, table.mrn),
    index().on(table.linkedAccountId, table.lastName, table.firstName, table.mrn),
  ],
);

export const location = pgTable(
  "location",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    emrId: text("emr_id").notNull(),
    name: text("name").notNull(),
    addressStreet: text("address_street").notNull(),
    addressCity: text("address_city").notNull(),
    addressState: text("address_state").notNull(),
    addressZip: text("address_zip").notNull(),
    phone: text("phone").notNull(),
  },
  (table) => [unique().on(table.linkedAccountId, table.emrId)],
);

export const provider = pgTable(
  "provider",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    ehrId: text("ehr_id").notNull(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    npi: text("npi").notNull(),
    specialty: text("specialty").notNull(),
    status: text("status", { enum: ["active", "inactive"] }).notNull(),
    hideInAvailability: boolean("hide_in_availability").notNull().default(false),
  },
  (table) => [unique().on(table.linkedAccountId, table.ehrId)],
);

export const visitStatus = pgTable(
  "visit_status",
  {
    ...tenant(),
    code: text("code").notNull(),
    description: text("description").notNull(),
    position: integer("position").notNull(),
  },
  (table) => [primaryKey({ columns: [table.linkedAccountId, table.code] })],
);

// ── Written through this interface ──

/** @public taken from by lib/http/operation-endpoint.ts */
export const jobIdSequence = pgSequence("job_id_seq");

export const job = pgTable(
  "job",
  {
    /** `job_id`: a positive integer, taken before the insert so that the domain record can name it. */
    id: bigint("id", { mode: "number" }).primaryKey(),
    ...tenant(),
    /** The operation's id. */
    type: text("type").notNull(),
    status: text("status", { enum: ["queued", "running", "completed", "failed", "cancelled"] }).notNull(),
    patientMrn: text("patient_mrn"),
    actor: jsonb("actor").$type<Actor>().notNull(),
    /** The validated body without `callback_urls`. */
    request: jsonb("request").$type<Record<string, unknown>>().notNull(),
    callbackUrls: text("callback_urls").array().notNull(),
    /** Whose webhook secret signs the deliveries to `callback_urls`; null for a job of the console. */
    apiClientId: uuid("api_client_id"),
    accessTokenReferenceId: text("access_token_reference_id").notNull(),
    /** What the acceptance answered besides `job_id`. */
    identifiers: jsonb("identifiers").$type<Record<string, string>>().notNull(),
    /** The key that every EMR connector must honour: one job writes once. */
    emrIdempotencyKey: uuid("emr_idempotency_key").notNull(),
    result: jsonb("result").$type<Record<string, unknown>>(),
    failureReason: text("failure_reason"),
    /** Attempts that used up one of the allowed ones; a lost lease does not. */
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    retryOf: bigint("retry_of", { mode: "number" }),
    createdAt: createdAt(),
    finishedAt: moment("finished_at"),
  },
  (table) => [
    index().on(table.linkedAccountId, table.id),
    index().on(table.linkedAccountId, table.status, table.id),
    index().on(table.linkedAccountId, table.patientMrn, table.id),
  ],
);

export const jobAttempt = pgTable(
  "job_attempt",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    jobId: bigint("job_id", { mode: "number" })
      .notNull()
      .references(() => job.id, { onDelete: "cascade" }),
    attempt: integer("attempt").notNull(),
    startedAt: moment("started_at").notNull().defaultNow(),
    endedAt: moment("ended_at"),
    /** `lost`: the process that held the attempt died; it does not count. Null while it runs. */
    outcome: text("outcome", { enum: ["succeeded", "failed", "lost"] }),
    reason: text("reason"),
  },
  (table) => [index().on(table.jobId, table.startedAt)],
);

export const payment = pgTable(
  "payment",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    jobId: bigint("job_id", { mode: "number" }).notNull(),
    patientMrn: text("patient_mrn").notNull(),
    paymentMethod: text("payment_method").notNull(),
    referenceNumber: text("reference_number").notNull(),
    location: text("location").notNull(),
    amount: numeric("amount", { precision: 12, scale: 2 }).notNull(),
    notes: text("notes"),
    depositDate: date("deposit_date", { mode: "string" }).notNull(),
    emrTransactionId: text("emr_transaction_id"),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.linkedAccountId, table.patientMrn), index().on(table.jobId)],
);

export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    ...tenant(),
    /** Kind and id of the actor: two callers may choose the same key. */
    actorKey: text("actor_key").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, route and canonical body. */
    requestHash: text("request_hash").notNull(),
    status: integer("status").notNull(),
    /** `json`, not `jsonb`: the first answer is given again with its keys in their order. */
    body: json("body").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.linkedAccountId, table.actorKey, table.key] }), index().on(table.createdAt)],
);

/**
 * Requests of one caller in one minute, added up over all processes about once a second (decisions §4).
 * @public read and written by the one statement of lib/http/rate-limit.ts
 */
export const rateWindow = pgTable(
  "rate_window",
  {
    /** Kind and id of what is limited, such as an access token's account or a person. */
    caller: text("caller").notNull(),
    minute: moment("minute").notNull(),
    requests: integer("requests").notNull(),
  },
  (table) => [primaryKey({ columns: [table.caller, table.minute] })],
);

// ── Events, deliveries and what the console received ──

export const event = pgTable(
  "event",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    jobId: bigint("job_id", { mode: "number" }),
    type: text("type").notNull(),
    /** The envelope exactly as it is sent (interface section 6): `json` keeps its keys in their order. */
    envelope: json("envelope").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.linkedAccountId, table.id), index().on(table.jobId)],
);

export const delivery = pgTable(
  "delivery",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    eventId: uuid("event_id")
      .notNull()
      .references(() => event.id, { onDelete: "cascade" }),
    /** `inbox` is the console's own receipt at INTERNAL_URL; its address is not stored but configured. */
    targetKind: text("target_kind", { enum: ["inbox", "callback", "endpoint"] }).notNull(),
    targetUrl: text("target_url"),
    endpointId: uuid("endpoint_id"),
    apiClientId: uuid("api_client_id"),
    status: text("status", { enum: ["pending", "succeeded", "failed", "held", "refused"] }).notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    createdAt: createdAt(),
  },
  (table) => [index().on(table.eventId), index().on(table.linkedAccountId, table.status, table.id)],
);

export const deliveryAttempt = pgTable(
  "delivery_attempt",
  {
    id: uuid("id").primaryKey(),
    ...tenant(),
    deliveryId: uuid("delivery_id")
      .notNull()
      .references(() => delivery.id, { onDelete: "cascade" }),
    attempt: integer("attempt").notNull(),
    at: moment("at").notNull().defaultNow(),
    statusCode: integer("status_code"),
    durationMs: integer("duration_ms").notNull(),
    error: text("error"),
  },
  (table) => [uniqueIndex().on(table.deliveryId, table.attempt)],
);

export const inboxReceipt = pgTable(
  "inbox_receipt",
  {
    eventId: uuid("event_id").notNull(),
    ...tenant(),
    envelope: json("envelope").$type<Record<string, unknown>>().notNull(),
    receivedAt: moment("received_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.linkedAccountId, table.eventId] })],
);

/**
 * What the streams of an account send, in the order in which the transactions that wrote it became visible:
 * a reader takes rows whose `xid` lies below every running transaction, so that no later commit can
 * slip in behind its cursor (`lib/stream/cursor.ts`).
 */
export const streamMessage = pgTable(
  "stream_message",
  {
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    seq: bigint("seq", { mode: "number" }).notNull().generatedAlwaysAsIdentity(),
    ...tenant(),
    kind: text("kind", { enum: ["job", "event"] }).notNull(),
    payload: jsonb("payload").$type<Record<string, unknown>>().notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.linkedAccountId, table.xid, table.seq] })],
);

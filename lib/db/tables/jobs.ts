import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  json,
  jsonb,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { uuid } from "#lib/db/column-types";
import type { Actor } from "#lib/kernel/principal";
import { createdAt, moment, tenant } from "./columns.ts";

/** @public taken from by lib/api/endpoints/operation-endpoint.ts */
export const jobIdSequence = pgSequence("job_id_seq");

/**
 * Why nobody but a person can tell what became of a job: whether the EMR holds it is unknown, or its answer cannot be
 * stored here.
 */
export const TO_RECONCILE = ["outcome_unknown", "not_stored"] as const;

export const job = pgTable(
  "job",
  {
    /** `job_id`: a positive integer, taken before the insert so that the domain record can name it. */
    id: bigint("id", { mode: "number" }).notNull(),
    ...tenant(),
    /** The operation's id. */
    type: text("type").notNull(),
    /** Whether its operation runs one at a time in a linked account, as its definition says. */
    oneAtATime: boolean("one_at_a_time").notNull().default(false),
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
    /** What the acceptance said of fields that the operation does not know. */
    warnings: text("warnings").array().notNull().default([]),
    /** The key that every EMR connector must honour: one job writes once. */
    emrIdempotencyKey: uuid("emr_idempotency_key").notNull(),
    result: jsonb("result").$type<Record<string, unknown>>(),
    failureReason: text("failure_reason"),
    /** Attempts that used up one of the allowed ones; a lost lease does not. */
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    /** Why it waits until then; null while it does not wait. */
    waitingReason: text("waiting_reason"),
    /** The record that it changes, such as `referral:` and its id; null where it changes none that stands (decisions §6). */
    recordKey: text("record_key"),
    /** The job that it begins after, as both change one record; null where none is in its way. */
    waitingFor: bigint("waiting_for", { mode: "number" }),
    /** Whether the EMR may hold what it asked for without our knowing (decisions §6). */
    ambiguous: boolean("ambiguous").notNull().default(false),
    /** How often what the EMR answered could not be stored here. */
    unstored: integer("unstored").notNull().default(0),
    /** Why a person has to settle it: nothing is tried any more. Null for every other job. */
    toReconcile: text("to_reconcile", { enum: TO_RECONCILE }),
    /** The place of that moment in the order of readings and changes (lib/db/as-of.ts). */
    toReconcileAsOf: bigint("to_reconcile_as_of", { mode: "number" }),
    retryOf: bigint("retry_of", { mode: "number" }),
    createdAt: createdAt(),
    finishedAt: moment("finished_at"),
    /** When the console's inbox received the event of its end, or when it ended, if its end sends none; null before. */
    confirmedAt: moment("confirmed_at"),
    /** Counts the changes of what is told of it: a greater one is newer. */
    version: integer("version").notNull().default(0),
    /** When its request, result and callback URLs were forgotten; null while they are kept. */
    forgottenAt: moment("forgotten_at"),
  },
  (table) => [
    primaryKey({ name: "job_pk", columns: [table.organizationId, table.id] }),
    index().on(table.linkedAccountId, table.id),
    index("job_kept_index")
      .on(table.linkedAccountId, table.finishedAt)
      .where(sql`${table.forgottenAt} IS NULL AND ${table.finishedAt} IS NOT NULL`),
    index().on(table.linkedAccountId, table.status, table.id),
    index().on(table.linkedAccountId, table.patientMrn, table.id),
    index().on(table.retryOf).where(sql`${table.retryOf} IS NOT NULL`),
    index("job_record_index")
      .on(table.linkedAccountId, table.recordKey, table.id)
      .where(sql`${table.recordKey} IS NOT NULL`),
    index().on(table.waitingFor).where(sql`${table.waitingFor} IS NOT NULL`),
    index("job_ambiguous_index").on(table.linkedAccountId, table.id).where(sql`${table.ambiguous}`),
    index("job_live_index")
      .on(table.organizationId, table.createdAt)
      .where(sql`${table.status} IN ('queued', 'running')`),
    // An operation that runs one at a time has one job in flight per linked account (interface 8).
    uniqueIndex("job_one_at_a_time")
      .on(table.organizationId, table.linkedAccountId, table.type)
      .where(sql`${table.oneAtATime} AND ${table.status} IN ('queued', 'running') AND ${table.toReconcile} IS NULL`),
  ],
);

export const jobAttempt = pgTable(
  "job_attempt",
  {
    id: uuid("id").notNull(),
    ...tenant(),
    jobId: bigint("job_id", { mode: "number" }).notNull(),
    attempt: integer("attempt").notNull(),
    startedAt: moment("started_at").notNull().defaultNow(),
    endedAt: moment("ended_at"),
    /**
     * `lost`: the process that held the attempt died. `unstored`: what the EMR answered could not be stored here. Neither
     * counts. Null while it runs.
     */
    outcome: text("outcome", { enum: ["succeeded", "failed", "lost", "unstored"] }),
    reason: text("reason"),
  },
  (table) => [
    primaryKey({ name: "job_attempt_pk", columns: [table.organizationId, table.id] }),
    foreignKey({
      name: "job_attempt_job_fk",
      columns: [table.organizationId, table.jobId],
      foreignColumns: [job.organizationId, job.id],
    }).onDelete("cascade"),
    index().on(table.jobId, table.startedAt),
  ],
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
  (table) => [
    primaryKey({
      name: "idempotency_key_pk",
      columns: [table.organizationId, table.linkedAccountId, table.actorKey, table.key],
    }),
    index().on(table.createdAt),
  ],
);

/**
 * Requests of one caller in one minute, added up over all processes about once a second (decisions §4).
 * @public read and written by the one statement of lib/api/request/rate-limit.ts
 */
export const rateWindow = pgTable(
  "rate_window",
  {
    /** Kind and id of what is limited, such as an access token's account or a person. */
    caller: text("caller").notNull(),
    minute: moment("minute").notNull(),
    requests: integer("requests").notNull(),
  },
  (table) => [primaryKey({ name: "rate_window_pk", columns: [table.caller, table.minute] })],
);

/**
 * A leaky bucket of attempts to sign in, of one subject, a digest: when the last one will have drained.
 * @public filled by the statements of lib/sign-in/sign-in-throttle.ts
 */
export const signInBucket = pgTable(
  "sign_in_bucket",
  {
    subject: text("subject").primaryKey(),
    emptyAt: moment("empty_at").notNull(),
  },
  (table) => [index().on(table.emptyAt)],
);

/**
 * When one of all processes began a task that one at a time does.
 * @public claimed by the one statement of lib/runner/periodic.ts
 */
export const periodicTask = pgTable("periodic_task", {
  name: text("name").primaryKey(),
  beganAt: moment("began_at").notNull(),
});

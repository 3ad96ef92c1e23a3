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
import type { FailureReason } from "#lib/kernel/failure-reasons";
import type { Metadata } from "#lib/kernel/metadata";
import type { Actor } from "#lib/kernel/principal";
import type { TraceContext } from "#lib/kernel/tracing";
import type { WaitingCode } from "#lib/kernel/waiting-codes";
import { createdAt, moment, tenant } from "./columns.ts";

/** @public used by lib/api/operation/account.ts */
export const jobIdSequence = pgSequence("job_id_seq");

/**
 * Why a user must decide the outcome of a job: it is unknown whether the EMR made the change, or the EMR's response
 * cannot be stored.
 */
export const TO_RECONCILE = ["outcome_unknown", "not_stored"] as const;

export const job = pgTable(
  "job",
  {
    /** `job_id`: a positive integer, drawn before the insert so that the domain record can reference the job. */
    id: bigint("id", { mode: "number" }).notNull(),
    ...tenant(),
    /** Operation id. */
    type: text("type").notNull(),
    /** Whether the operation's definition allows only one job in flight per linked account. */
    oneAtATime: boolean("one_at_a_time").notNull().default(false),
    status: text("status", { enum: ["queued", "running", "completed", "failed", "cancelled"] }).notNull(),
    patientMrn: text("patient_mrn"),
    actor: jsonb("actor").$type<Actor>().notNull(),
    /** The validated request body without `callback_urls` and `metadata`. */
    request: jsonb("request").$type<Record<string, unknown>>().notNull(),
    callbackUrls: text("callback_urls").array().notNull(),
    /** `metadata` of the request, which is the caller's own and goes to no EMR. */
    metadata: jsonb("metadata").$type<Metadata>().notNull().default({}),
    /** API client whose webhook secret signs deliveries to `callback_urls`; null for jobs of the console. */
    apiClientId: uuid("api_client_id"),
    accessTokenReferenceId: text("access_token_reference_id").notNull(),
    /** `origin_version` of the account at the acceptance: the job names patients and records of that EMR. */
    originVersion: integer("origin_version").notNull().default(0),
    /** Identifiers that the acceptance response contained besides `job_id`. */
    identifiers: jsonb("identifiers").$type<Record<string, string>>().notNull(),
    /** Warnings of the acceptance response about unknown fields. */
    warnings: text("warnings").array().notNull().default([]),
    /** Idempotency key that every EMR connector must honor, so that a job writes once. */
    emrIdempotencyKey: uuid("emr_idempotency_key").notNull(),
    result: jsonb("result").$type<Record<string, unknown>>(),
    failureReason: text("failure_reason"),
    /** Why the job failed or was cancelled, in published codes; null for other jobs, and for ends before this was kept. */
    reasons: jsonb("reasons").$type<FailureReason[]>(),
    /** Whether the failure is final: the EMR refused the request, which no further attempt would change. */
    refused: boolean("refused").notNull().default(false),
    /** The fields that another changed in the EMR meanwhile, with both values; null for other ends. */
    conflicts: jsonb("conflicts").$type<{ field: string; ours: string; theirs: string }[]>(),
    /** Attempts that count toward the limit; an attempt whose lease was lost does not count. */
    attempts: integer("attempts").notNull().default(0),
    nextAttemptAt: moment("next_attempt_at"),
    /** Reason for waiting until that time; null while the job does not wait. */
    waitingReason: text("waiting_reason"),
    /** The same as a code; it is of `coded_reason`, as processes of the version before change the reason alone. */
    waitingCode: text("waiting_code").$type<WaitingCode>(),
    codedReason: text("coded_reason"),
    /**
     * Key of the record that the job changes, such as `referral:` and its id; null if it changes no existing record
     * (decisions §6).
     */
    recordKey: text("record_key"),
    /** Keys of the providers' days on which the job takes or gives up time; none for most jobs. */
    dayKeys: text("day_keys").array().notNull().default([]),
    /** Earlier job on the same record or day that must end first; null if there is none. */
    waitingFor: bigint("waiting_for", { mode: "number" }),
    /** Whether the EMR may have made the change although no response confirmed it (decisions §6). */
    ambiguous: boolean("ambiguous").notNull().default(false),
    /** Number of times that the EMR's response could not be stored. */
    unstored: integer("unstored").notNull().default(0),
    /** Why a user must settle the job, which is no longer attempted; null for all other jobs. */
    toReconcile: text("to_reconcile", { enum: TO_RECONCILE }),
    /** Order number of that moment among EMR reads and changes (lib/db/as-of.ts). */
    toReconcileAsOf: bigint("to_reconcile_as_of", { mode: "number" }),
    retryOf: bigint("retry_of", { mode: "number" }),
    createdAt: createdAt(),
    finishedAt: moment("finished_at"),
    /**
     * When the console's inbox received the job's final event, or when the job ended if it emits no event; null before.
     */
    confirmedAt: moment("confirmed_at"),
    /** Version of the job's public state; incremented by every change. */
    version: integer("version").notNull().default(0),
    /** When request, result and callback URLs were erased; null while they are kept. */
    forgottenAt: moment("forgotten_at"),
    /** Its place in a trace; null if tracing was off. */
    trace: jsonb("trace").$type<TraceContext>(),
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
    // The few unfinished jobs that touch a provider's day.
    index("job_day_index")
      .on(table.linkedAccountId, table.id)
      .where(sql`${table.dayKeys} <> '{}' AND ${table.status} IN ('queued', 'running')`),
    index().on(table.waitingFor).where(sql`${table.waitingFor} IS NOT NULL`),
    index("job_ambiguous_index").on(table.linkedAccountId, table.id).where(sql`${table.ambiguous}`),
    // Few jobs have warnings, and pages look for these alone.
    index("job_warned_index").on(table.linkedAccountId, table.id).where(sql`${table.warnings} <> '{}'`),
    index("job_live_index")
      .on(table.organizationId, table.createdAt)
      .where(sql`${table.status} IN ('queued', 'running')`),
    // A one-at-a-time operation has at most one job in flight per linked account (interface 8).
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
     * `lost`: the process that ran the attempt died. `unstored`: the EMR's response could not be stored. `postponed`: the
     * EMR's limit of calls was reached. None of these counts toward the limit of attempts. Null while the attempt runs.
     */
    outcome: text("outcome", { enum: ["succeeded", "failed", "lost", "unstored", "postponed"] }),
    reason: text("reason"),
    /** How the EMR's writes are emulated, with a weaker guarantee; null if the EMR itself has the full one. */
    weakGuarantee: text("weak_guarantee"),
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
    /** Kind and id of the actor: two callers may use the same key. */
    actorKey: text("actor_key").notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, route and canonical body. */
    requestHash: text("request_hash").notNull(),
    status: integer("status").notNull(),
    /** `json` instead of `jsonb`, so that a repeated response keeps the order of its keys. */
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
 * Number of requests of a caller in one minute, summed over all processes about once a second (decisions §4).
 * @public read and written by the statement of lib/api/request/rate-limit.ts
 */
export const rateWindow = pgTable(
  "rate_window",
  {
    /** Kind and id of the limited caller, such as a user or the account of an access token. */
    caller: text("caller").notNull(),
    minute: moment("minute").notNull(),
    requests: integer("requests").notNull(),
  },
  (table) => [primaryKey({ name: "rate_window_pk", columns: [table.caller, table.minute] })],
);

/**
 * Leaky bucket of the sign-in attempts for one subject (a digest); stores the time at which the bucket is empty.
 * @public written by the statements of lib/sign-in/sign-in-throttle.ts
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
 * The last number that each process has committed, which it compares with what it finds there (lib/db/witness.ts).
 * @public written by the statement of lib/db/witness.ts
 */
export const commitWitness = pgTable("commit_witness", {
  process: uuid("process").primaryKey(),
  number: bigint("number", { mode: "number" }).notNull(),
  committedAt: moment("committed_at").notNull().defaultNow(),
});

/**
 * Last start of each periodic task that only one process at a time runs.
 * @public claimed by the statement of lib/jobs/runner/claim-run.ts
 */
export const periodicTask = pgTable("periodic_task", {
  name: text("name").primaryKey(),
  beganAt: moment("began_at").notNull(),
});

import { and, asc, eq, gte, inArray, lte, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { type InternalJobId, operationIds } from "#lib/catalog/catalog";
import { internalJobs } from "#lib/catalog/generated/definitions";
import { ownOrganization } from "#lib/db/own-organization";
import { event, job, jobAttempt, patient } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { commaList } from "#lib/definitions/comma-list";
import { contains, createdInOrder, moment, text } from "#lib/definitions/filters";
import { keyset } from "#lib/definitions/keyset";
import { defineList, type Listed, recordColumns } from "#lib/definitions/list";
import { ofPresentOrigin } from "#lib/definitions/present-origin";
import { defineQuery, noQuery } from "#lib/definitions/query";
import { isOfPatient } from "#lib/definitions/survivors";
import { JOB_STATUSES, type JobModel, jobDetailModel, jobModel } from "#lib/job-record/model";
import { standingOf } from "#lib/job-record/stored-job";
import { waitingCodeOf } from "#lib/job-record/waiting";
import { notFound } from "#lib/kernel/domain-error";
import { accountNames } from "#lib/resources/patients/account-names";
import { allOf, soughtWords } from "#lib/resources/patients/patient-search";
import { shownAddress } from "#lib/webhooks/endpoints/shown-address";
import { offeredJob } from "./offered-job.ts";
import { isRetried } from "./retried.ts";
import { buildTimeline, loadDeliveries } from "./timeline.ts";

/** All job types, the product's internal ones included. */
const JOB_TYPES = [...operationIds, ...(Object.keys(internalJobs) as InternalJobId[])];

const JOB_ID = /^[1-9]\d{0,14}$/;

/** Maximum number of jobs that a request names. */
const MAX_IDS = 500;
const idsProblem = `must be at most ${MAX_IDS} job ids, comma-separated`;

/** The filters of GET /jobs (decisions §5). */
export const jobFilters = z
  .object({
    job_id: z.string().regex(JOB_ID, { error: "must be a job id" }).optional().describe("Only the job with this id"),
    type: commaList(JOB_TYPES).optional().describe("Operation ids, comma-separated"),
    status: commaList(JOB_STATUSES).optional().describe("Statuses, comma-separated"),
    job_ids: z
      .string({ error: idsProblem })
      .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, idsProblem)
      .transform((ids) => ids.split(",").map(Number))
      .pipe(z.array(z.number()).max(MAX_IDS, idsProblem))
      .optional()
      .describe(`Only these jobs: ids, comma-separated, at most ${MAX_IDS}`),
    patient_mrn: text,
    ambiguous: z
      .enum(["true", "false"], { error: "must be true or false" })
      .optional()
      .describe("Whether the EMR may hold the write although its response was lost"),
    retried: z
      .enum(["true", "false"], { error: "must be true or false" })
      .optional()
      .describe(
        "`true`: only jobs that another job retries or corrects; `false`: only the others. With `status=failed`, `false` lists the open failures",
      ),
    refused: z
      .enum(["true", "false"], { error: "must be true or false" })
      .optional()
      .describe("Whether the EMR refused the job's request for good"),
    warned: z
      .enum(["true", "false"], { error: "must be true or false" })
      .optional()
      .describe("Whether it has `warnings`"),
    actor: text.describe("Part of the name, or the id, of the person or API client that requested the job"),
    query: text.describe("Job id, or what `query` of GET /patients finds a patient by"),
    created_after: moment,
    created_before: moment.describe("On or after `created_after`"),
  })
  .check(createdInOrder);

type JobRow = Listed<typeof job>;

export type JobQuery = z.infer<typeof jobFilters>;

/** Returns the ids of the jobs that retry or correct the given ones, by the failed job's id. */
async function retriesOf(tx: Transaction, rows: readonly JobRow[]): Promise<ReadonlyMap<number | null, number>> {
  const failed = rows.filter(({ status }) => status === "failed").map(({ id }) => id);
  if (failed.length === 0) return new Map();
  const again = await tx.select({ id: job.id, retryOf: job.retryOf }).from(job).where(inArray(job.retryOf, failed));
  return new Map(again.map(({ id, retryOf }) => [retryOf, id]));
}

function toModel(row: JobRow, retriedAs: number | null): JobModel {
  return {
    job_id: row.id,
    type: row.type,
    status: row.status,
    patient_mrn: row.patientMrn,
    patient_name: row.patientName,
    actor: row.actor,
    request: row.callbackUrls.length > 0 ? { ...row.request, callback_urls: row.callbackUrls } : row.request,
    identifiers: row.identifiers,
    metadata: row.metadata,
    result: row.result,
    failure_reason: row.failureReason,
    reasons: row.reasons ?? [],
    refused: row.refused,
    conflicts: row.conflicts ?? [],
    attempts: row.attempts,
    next_attempt_at: row.nextAttemptAt?.toISOString() ?? null,
    waiting_reason: row.waitingReason,
    waiting_code: waitingCodeOf(row),
    ambiguous: row.ambiguous,
    waiting_for: row.waitingFor,
    warnings: row.warnings,
    created_at: row.createdAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
    forgotten_at: row.forgottenAt?.toISOString() ?? null,
    retry_of: row.retryOf,
    retried_as: retriedAs,
    standing: standingOf(row),
  };
}

const ofMrn = (linkedAccountId: string, mrn: string) =>
  and(isOfPatient(job.patientMrn, linkedAccountId, mrn), ofPresentOrigin(job));

/** Condition for the jobs of the patients who meet a text; undefined for a text without a word. */
async function ofPatients(tx: Transaction, linkedAccountId: string, text: string): Promise<SQL | undefined> {
  const sought = allOf(soughtWords(await accountNames(tx, linkedAccountId), text), linkedAccountId);
  if (!sought) return undefined;
  return and(
    sql`${job.patientMrn} = ANY (ARRAY (SELECT ${patient.mrn} FROM ${patient}
      WHERE ${patient.organizationId} = ${ownOrganization} AND ${patient.linkedAccountId} = ${linkedAccountId}
        AND ${sought}))`,
    ofPresentOrigin(job),
  );
}

/** Builds the SQL condition of `query`: jobs by their id, or by their patients. */
export async function soughtJobs(tx: Transaction, linkedAccountId: string, text: string): Promise<SQL | undefined> {
  return or(
    JOB_ID.test(text) ? eq(job.id, Number(text)) : undefined,
    ofMrn(linkedAccountId, text),
    await ofPatients(tx, linkedAccountId, text),
  );
}

/** Builds the SQL conditions of the filters but `query`, within one account. */
export function jobConditions(linkedAccountId: string, query: JobQuery) {
  return and(
    eq(job.linkedAccountId, linkedAccountId),
    query.job_id ? eq(job.id, Number(query.job_id)) : undefined,
    query.job_ids ? inArray(job.id, query.job_ids) : undefined,
    query.type ? inArray(job.type, query.type) : undefined,
    query.status ? inArray(job.status, query.status) : undefined,
    query.patient_mrn ? ofMrn(linkedAccountId, query.patient_mrn) : undefined,
    query.ambiguous ? eq(job.ambiguous, query.ambiguous === "true") : undefined,
    query.retried ? sql`${isRetried} = ${query.retried === "true"}` : undefined,
    query.refused ? eq(job.refused, query.refused === "true") : undefined,
    // As the index has it.
    query.warned ? (query.warned === "true" ? sql`${job.warnings} <> '{}'` : sql`${job.warnings} = '{}'`) : undefined,
    query.actor
      ? or(sql`${job.actor}->>'id' = ${query.actor}`, contains(sql`(${job.actor}->>'name')`, query.actor))
      : undefined,
    query.created_after ? gte(job.createdAt, new Date(query.created_after)) : undefined,
    query.created_before ? lte(job.createdAt, new Date(query.created_before)) : undefined,
  );
}

/** GET /jobs: lists jobs, newest first. */
export const listJobs = defineList({
  path: "/jobs",
  embed: { narrows: "patient_mrn" },
  summary: "List jobs, newest first",
  description:
    "A `patient_mrn` that several patients carry is 409, since a job may be of either; an admin’s session gets the jobs of all of them.",
  permission: "jobs:read",
  patientData: true,
  key: "jobs",
  model: jobModel,
  table: job,
  order: keyset("desc", job.id),
  filters: jobFilters.shape,
  check: createdInOrder,
  // An admin must find the jobs that a shared MRN has stopped; each names all of its patients.
  takesSharedMrn: ({ actor, permissions }) => actor.kind === "user" && permissions.has("jobs:reconcile"),
  where: ({ linkedAccountId, query }) => jobConditions(linkedAccountId, query),
  lookUp: {
    isAsked: ({ query }) => Boolean(query),
    where: ({ tx, linkedAccountId, query }) => soughtJobs(tx, linkedAccountId, query.query ?? ""),
  },
  async toModels(rows, { tx }) {
    const retries = await retriesOf(tx, rows);
    return rows.map((row) => toModel(row, retries.get(row.id) ?? null));
  },
});

/** GET /jobs/{job_id}: one job with its timeline; a malformed id is treated as an unknown one (decisions §11). */
export const getJob = defineQuery({
  path: "/jobs/{job_id}",
  embed: { answer: "job" },
  summary: "One job: its request, outcome and timeline",
  permission: "jobs:read",
  patientData: true,
  query: noQuery,
  body: z.object({ job: jobDetailModel }),
  async read({ tx, linkedAccountId, params, permissions, embed }) {
    const id = params.job_id ?? "";
    if (!JOB_ID.test(id)) throw notFound("Job");
    const jobId = Number(id);
    // A view's MRN names its patient in the present EMR alone.
    const ofView = embed?.patientMrn ? ofPresentOrigin(job) : undefined;
    const [[found], attempts, events, deliveries] = await Promise.all([
      tx
        .select(recordColumns(job))
        .from(job)
        .where(and(eq(job.linkedAccountId, linkedAccountId), eq(job.id, jobId), ofView)),
      tx.select().from(jobAttempt).where(eq(jobAttempt.jobId, jobId)).orderBy(asc(jobAttempt.startedAt)),
      tx.select().from(event).where(eq(event.jobId, jobId)).orderBy(asc(event.createdAt)),
      loadDeliveries(tx, jobId),
    ]);
    if (!found) throw notFound("Job");
    const retries = await retriesOf(tx, [found]);
    if (embed?.offer) return { job: offeredJob(toModel(found, retries.get(jobId) ?? null)) };
    return {
      job: {
        ...toModel(found, retries.get(jobId) ?? null),
        timeline: buildTimeline(found, attempts, events, deliveries, shownAddress({ permissions })),
      },
    };
  },
});

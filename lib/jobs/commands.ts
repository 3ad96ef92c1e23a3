import { and, asc, eq, isNull, notExists } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { z } from "zod";
import { findOperation } from "#lib/catalog/catalog";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { activeAccount } from "#lib/definitions/active-account";
import { defineCommand } from "#lib/definitions/command";
import { createdInOrder } from "#lib/definitions/filters";
import { inBatches } from "#lib/definitions/in-batches";
import { reconciliationInput } from "#lib/job-record/reconciliation";
import { hasNewerChange } from "#lib/job-record/record-order";
import { cancelJob, lookBeforeCancel } from "#lib/jobs/lifecycle/cancel-job";
import { lockLinesOf } from "#lib/jobs/lifecycle/open-job";
import { lookBeforeReconcile, type Reconciliation, reconcileJob } from "#lib/jobs/lifecycle/reconcile-job";
import { retryJob } from "#lib/jobs/lifecycle/retry-job";
import { DomainError, forbidden, notFound } from "#lib/kernel/domain-error";
import type { Actor, Principal } from "#lib/kernel/principal";
import { unexpectedFields } from "#lib/kernel/validation";
import { jobConditions, jobFilters, soughtJobs } from "./queries.ts";

/** Limit of jobs that one request retries; the response says how many remain. */
const MAX_AT_ONCE = 500;

const noBody = z.object({});

/** Parses a job id. Throws `not_found`: a malformed id is treated as an unknown one (decisions §11). */
function jobIdOf(params: Record<string, string>): number {
  const id = params.job_id ?? "";
  if (!/^[1-9]\d{0,14}$/.test(id)) throw notFound("Job");
  return Number(id);
}

/** Returns the permissions that a job's request needs, those for what it asks for among them. */
function neededFor({ type, request }: Pick<typeof job.$inferSelect, "type" | "request">): string[] {
  const operation = findOperation(type);
  if (!operation) return ["providers:update"];
  return [operation.id, operation.alsoNeeds?.(request) ?? null].filter((needed) => needed !== null);
}

/** Checks that the principal may request the job's operation before repeating or cancelling it. Throws `forbidden`. */
async function requireOperation(tx: Transaction, principal: Principal, jobId: number): Promise<void> {
  const [found] = await tx.select({ type: job.type, request: job.request }).from(job).where(eq(job.id, jobId));
  if (!found) throw notFound("Job");
  for (const permission of neededFor(found)) if (!principal.permissions.has(permission)) throw forbidden(permission);
}

/** POST /jobs/{job_id}/cancel: cancels a queued job; its failure event has the reason "cancelled" (decisions §5). */
export const cancelOneJob = defineCommand({
  method: "POST",
  path: "/jobs/{job_id}/cancel",
  embed: "own-job",
  summary: "Cancel a queued job",
  description:
    "If the EMR may already hold the record (`ambiguous`), the EMR is queried and nothing is sent: the job completes if the EMR holds the record, is cancelled if the EMR certainly does not, and otherwise the answer is 409.",
  permission: "jobs:cancel",
  status: 202,
  input: noBody,
  body: z.object({ message: z.string() }),
  look: ({ tenant, params }) => lookBeforeCancel(tenant, jobIdOf(params)),
  async execute({ tx, principal, params, looked }) {
    const jobId = jobIdOf(params);
    await requireOperation(tx, principal, jobId);
    const ended = await cancelJob(tx, jobId, looked);
    return {
      message: ended === "cancelled" ? "Job cancelled" : "Not cancelled: the EMR holds it, and the job completed",
    };
  },
});

const reconciliationOf = (input: z.infer<typeof reconciliationInput>): Reconciliation => ({
  outcome: input.outcome,
  emrId: input.emr_id,
  parentId: input.emr_parent_id,
});

/**
 * POST /jobs/{job_id}/reconcile: settles a job of unknown outcome by the finding of a person in the EMR (decisions §6).
 */
export const reconcileOneJob = defineCommand({
  method: "POST",
  path: "/jobs/{job_id}/reconcile",
  embed: "own-job",
  summary: "Settle a job whose outcome in the EMR only a person can determine",
  description:
    "Only for a `queued` and `ambiguous` job without a next attempt; otherwise 409. `held` completes the job, `not_held` fails it, each with its one event. Later changes of the record remain. The EMR is queried as well, without a write: 409 if it contradicts the outcome.",
  permission: "jobs:reconcile",
  status: 202,
  input: reconciliationInput,
  body: z.object({ message: z.string() }),
  look: ({ tenant, params, input }) => lookBeforeReconcile(tenant, jobIdOf(params), reconciliationOf(input)),
  async execute({ tx, principal, params, input, looked }) {
    const jobId = jobIdOf(params);
    await requireOperation(tx, principal, jobId);
    await reconcileJob(tx, jobId, reconciliationOf(input), looked);
    return { message: input.outcome === "held" ? "Job completed: held by the EMR" : "Job failed: not held by the EMR" };
  },
});

/** POST /jobs/{job_id}/retry: retries a failed job as a new job (decisions §5). */
export const retryOneJob = defineCommand({
  method: "POST",
  path: "/jobs/{job_id}/retry",
  embed: "own-job",
  summary: "Retry a failed job as a new job",
  permission: "jobs:retry",
  status: 202,
  input: noBody,
  body: z.object({ message: z.string(), job_id: z.number().int().describe("The new job") }),
  async execute({ tx, principal, params, tenant }) {
    const jobId = jobIdOf(params);
    await activeAccount(tx, tenant.linkedAccountId);
    await requireOperation(tx, principal, jobId);
    return { message: "Job queued again", job_id: await retryJob(tx, jobId, principal.actor) };
  },
});

/**
 * Retries one job and returns the new job's id. Returns null if another request retried it meanwhile or a settings sync
 * is running, so that the remaining jobs are still retried.
 */
async function retriedUnlessConflict(tx: Transaction, jobId: number, actor: Actor): Promise<number | null> {
  try {
    return await retryJob(tx, jobId, actor);
  } catch (error) {
    if (error instanceof DomainError && error.code === "conflict") return null;
    throw error;
  }
}

/** Retries jobs of the principal's account. Returns the id of each new job with that of the failed one. */
async function retriedOf(
  tx: Transaction,
  ids: number[],
  { linkedAccountId, actor }: Principal,
): Promise<{ id: number; of: number }[]> {
  await lockLinesOf(tx, linkedAccountId, ids);
  const made: { id: number; of: number }[] = [];
  for (const of of ids) {
    const id = await retriedUnlessConflict(tx, of, actor);
    if (id !== null) made.push({ id, of });
  }
  return made;
}

const jobCount = (count: number): string => (count === 1 ? "1 job" : `${count} jobs`);

const again = alias(job, "again");

/**
 * POST /jobs/retry: retries all failed jobs that match the filters of GET /jobs, were not retried yet and are within
 * retention.
 */
export const retryMatchingJobs = defineCommand({
  method: "POST",
  path: "/jobs/retry",
  embed: "account",
  summary: "Retry all failed jobs that match the filters",
  description:
    "They are queued in batches: if one fails, the response is 503, and repeating the request queues the rest.",
  permission: "jobs:retry",
  status: 202,
  // Strict: ignoring a misspelt filter would retry every failed job.
  input: z
    .strictObject(
      {
        ...jobFilters.shape,
        dry_run: z.boolean({ error: "must be true or false" }).default(false).describe("Only count them"),
      },
      { error: unexpectedFields },
    )
    .check(createdInOrder),
  body: z.object({
    message: z.string(),
    count: z.number().int().describe("Jobs that were, or with `dry_run` would be, retried"),
    job_ids: z.array(z.number().int()).describe("The new jobs; none with `dry_run`"),
    refused: z
      .number()
      .int()
      .describe(
        "How many of them the EMR had refused for good: they fail again unless something has changed there. The filter `refused` with `false` leaves them out",
      ),
    superseded: z
      .number()
      .int()
      .describe("Matching jobs that are skipped, because a newer change of their record was accepted"),
    remaining: z.number().int().describe("Matching jobs beyond the limit: repeat the request for them"),
  }),
  async executeInParts({ part, principal, tenant, input: { dry_run, ...filters } }) {
    const { ids, refusedOnes, superseded, remaining } = await part(async (tx) => {
      await activeAccount(tx, tenant.linkedAccountId);
      const matching = and(
        jobConditions(tenant.linkedAccountId, filters),
        filters.query ? await soughtJobs(tx, tenant.linkedAccountId, filters.query) : undefined,
        eq(job.status, "failed"),
        isNull(job.forgottenAt),
        notExists(tx.select({ id: again.id }).from(again).where(eq(again.retryOf, job.id))),
      );
      const rows = await tx
        .select({
          id: job.id,
          type: job.type,
          request: job.request,
          refused: job.refused,
          superseded: hasNewerChange(tx),
        })
        .from(job)
        .where(matching)
        .orderBy(asc(job.id));
      const allowed = rows.filter((row) => neededFor(row).every((needed) => principal.permissions.has(needed)));
      const mine = allowed.filter((row) => !row.superseded);
      const taken = dry_run ? mine : mine.slice(0, MAX_AT_ONCE);
      return {
        ids: taken.map(({ id }) => id),
        refusedOnes: taken.flatMap(({ id, refused }) => (refused ? [id] : [])),
        superseded: allowed.length - mine.length,
        remaining: mine.length - taken.length,
      };
    });
    const refusedIds = new Set(refusedOnes);
    if (dry_run) {
      const message = `${jobCount(ids.length)} would be queued again`;
      return { message, count: ids.length, job_ids: [], refused: refusedIds.size, superseded, remaining };
    }
    const batches = await inBatches(part, ids, async (tx, some) => ({
      made: await retriedOf(tx, some, principal),
    }));
    const made = batches.flatMap((batch) => batch.made);
    const { length: count } = made;
    const refused = made.filter(({ of }) => refusedIds.has(of)).length;
    const jobIds = made.map(({ id }) => id);
    return { message: `${jobCount(count)} queued again`, count, job_ids: jobIds, refused, superseded, remaining };
  },
});

import { asc, sql } from "drizzle-orm";
import { prepared } from "#lib/db/prepared";
import { job } from "#lib/db/schema";
import type { Transaction } from "#lib/db/tenant";
import { sendWrites, type Write } from "#lib/db/write";
import { presentMs } from "#lib/kernel/clock";
import { environment } from "#lib/kernel/environment";
import { messageOf } from "#lib/stream/message";
import type { JobMessage, JobStanding } from "./model.ts";
import { waitingCodeOf } from "./waiting.ts";

export type StoredJob = typeof job.$inferSelect;

/** Returns the ids of the job's tenant. */
export const tenantOf = ({
  organizationId,
  linkedAccountId,
}: Pick<StoredJob, "organizationId" | "linkedAccountId">) => ({ organizationId, linkedAccountId });

/** What a job is about. */
export type JobSubject = Pick<
  StoredJob,
  "id" | "type" | "organizationId" | "linkedAccountId" | "request" | "identifiers" | "patientMrn"
>;

/** Returns the job as passed to its runner's `prepare`. */
export const subjectView = (tx: Transaction, subject: JobSubject) => ({
  tx,
  jobId: subject.id,
  tenant: tenantOf(subject),
  input: subject.request,
  identifiers: subject.identifiers,
  patientMrn: subject.patientMrn,
});

/** Returns the job as passed to its runner's other steps. */
export const runnerView = (tx: Transaction, found: StoredJob, emrType: string) => ({
  ...subjectView(tx, found),
  emrType,
});

const locked = prepared((tx) =>
  tx
    .select()
    .from(job)
    .where(sql`${job.id} = ANY (${sql.placeholder("ids")}::bigint[])`)
    .orderBy(asc(job.id))
    .for("update"),
);

/**
 * Locks jobs until the end of the transaction, so that only one process decides their outcome. They are locked in the
 * order of their ids, so that two transactions never wait for each other.
 */
export async function lockJobs(tx: Transaction, jobIds: readonly number[]): Promise<Map<number, StoredJob>> {
  const found = await locked(tx).execute({ ids: jobIds });
  return new Map(found.map((each) => [each.id, each]));
}

/** Locks a job (see `lockJobs`). */
export const lockJob = async (tx: Transaction, jobId: number): Promise<StoredJob | undefined> =>
  (await lockJobs(tx, [jobId])).get(jobId);

type StandingColumns = Pick<
  StoredJob,
  | "status"
  | "attempts"
  | "nextAttemptAt"
  | "waitingReason"
  | "waitingCode"
  | "codedReason"
  | "ambiguous"
  | "toReconcile"
  | "finishedAt"
  | "confirmedAt"
  | "version"
>;

const DAY_MS = 24 * 3_600_000;

/** Returns whether the event of a job's end is past its retention, so that its receipt cannot come any more. */
const isEventForgotten = (finishedAt: Date | null): boolean =>
  finishedAt !== null && presentMs() - finishedAt.getTime() > environment().RETAIN_EVENTS_DAYS * DAY_MS;

/** Returns whether the console's inbox has yet to confirm the job's end (decisions §8). */
const isUnconfirmed = ({ status, finishedAt, confirmedAt }: StandingColumns): boolean =>
  status !== "queued" && status !== "running" && confirmedAt === null && !isEventForgotten(finishedAt);

function doubtOf(found: StandingColumns): JobStanding["doubt"] {
  if (!found.ambiguous) return null;
  const isUnstored = found.toReconcile === "not_stored" || waitingCodeOf(found) === "answer_not_stored";
  return isUnstored ? "answer_not_stored" : "answer_lost";
}

/** Derives a job's standing (decisions §6 and §8). The job ends with the receipt of its event, not with its row. */
export function standingOf(found: StandingColumns): JobStanding {
  const { status, attempts, nextAttemptAt, toReconcile, version, confirmedAt } = found;
  const code = waitingCodeOf(found);
  const needsPerson = status === "queued" && toReconcile !== null;
  return {
    version,
    state: isUnconfirmed(found) ? "running" : status,
    retrying:
      status === "queued" &&
      !needsPerson &&
      code !== "emr_event" &&
      code !== "held" &&
      (attempts > 0 || nextAttemptAt !== null),
    doubt: doubtOf(found),
    needs_person: needsPerson,
    received: confirmedAt !== null,
  };
}

type Streamed = Pick<StoredJob, "id" | "type" | "organizationId" | "linkedAccountId"> & StandingColumns;

/** Returns the message of a job's new state to the account's streams. `invalidates`: the lists that become stale. */
export function jobMessageOf(
  found: Streamed,
  { at, invalidates }: { at: Date; invalidates: readonly string[] },
): Write {
  const message: JobMessage = {
    job_id: found.id,
    type: found.type,
    status: found.status,
    attempt: found.attempts,
    at: at.toISOString(),
    standing: standingOf(found),
    invalidates,
  };
  return messageOf(tenantOf(found), "job", message);
}

/** Appends a job's new state to the account's streams in the caller's transaction (see `jobMessageOf`). */
export const appendJobMessage = (
  tx: Transaction,
  found: Streamed,
  how: { at: Date; invalidates: readonly string[] },
): Promise<void> => sendWrites(tx, [jobMessageOf(found, how)]);

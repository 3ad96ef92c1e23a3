import { queryOptions } from "@tanstack/react-query";
import { readAll } from "#lib/browser/api/read-all";
import type { JobModel, JobStatus } from "#lib/jobs/record/model";
import { isAnswerNotStored } from "#lib/jobs/record/unstored";

type Standing = Pick<JobModel, "status" | "ambiguous" | "next_attempt_at" | "waiting_for">;

/**
 * Whether a job waits for a person: the EMR may hold what it asked for, and nothing that is done by itself can tell
 * (decisions §6). `state`: what the page shows of it, which may be newer than the job.
 */
export const needsPerson = (job: Standing, state: JobStatus = job.status): boolean =>
  state === "queued" &&
  job.status === "queued" &&
  job.ambiguous &&
  job.next_attempt_at === null &&
  job.waiting_for === null;

/** Whether the EMR's answer to a job came and could not be stored here. */
export const isUnstored = ({ waiting_reason }: Pick<JobModel, "waiting_reason">): boolean =>
  isAnswerNotStored(waiting_reason);

/** The jobs that wait for a person, in the cache. */
export const toReconcileKey = (accountId: string) => ["to-reconcile", accountId] as const;

/** The jobs that wait for a person, newest first. */
export const toReconcile = (accountId: string) =>
  queryOptions({
    queryKey: toReconcileKey(accountId),
    queryFn: async ({ signal }) => {
      const query = { status: "queued", ambiguous: "true" };
      const jobs = await readAll<JobModel>(accountId, "/jobs", "jobs", { query, signal });
      return jobs.filter((job) => needsPerson(job));
    },
    staleTime: 60_000,
  });

import { GET as getJob } from "#app/v1/jobs/[job_id]/route.ts";
import { runJob } from "#lib/runner/run-job";
import { call } from "./call.ts";
import type { TestAccount } from "./linked-account.ts";
import type { TestDatabase } from "./test-database.ts";

/** What a test does with the jobs of one clinic: runs them in this process, and reads what became of them. */
export function jobsOf(database: TestDatabase, clinic: () => TestAccount) {
  const never = new AbortController().signal;
  return {
    /** One attempt, as the runner makes it. */
    run: (jobId: number) => runJob({ jobId, ...clinic().tenant }, never),

    /** The job as GET /jobs/{job_id} gives it. */
    async read(jobId: number) {
      const params = { job_id: String(jobId) };
      return (await call(getJob, "GET", `/jobs/${jobId}`, { headers: clinic().headers, params })).body.job;
    },

    /** The envelopes of its events, oldest first. */
    async eventsOf(jobId: number) {
      const rows = await database.asOwner<{ envelope: { type: string; data: Record<string, unknown> } }>(
        "SELECT envelope FROM event WHERE job_id = $1 ORDER BY id",
        [jobId],
      );
      return rows.map(({ envelope }) => envelope);
    },

    /** Lets the time of its next attempt come. */
    due: (jobId: number) => database.asOwner("UPDATE job SET next_attempt_at = now() WHERE id = $1", [jobId]),

    /** Sets how the clinic's EMR behaves, by columns of its own table. */
    behave: (assignments: string) =>
      database.asOwner(`UPDATE sandbox.behavior SET ${assignments} WHERE practice_id = $1`, [
        clinic().tenant.linkedAccountId,
      ]),
  };
}

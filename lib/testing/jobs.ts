import { GET as getJob } from "#app/v1/jobs/[job_id]/route.ts";
import { runJob } from "#lib/jobs/lifecycle/run-job";
import { call } from "./call.ts";
import type { TestAccount } from "./linked-account.ts";
import type { TestDatabase } from "./test-database.ts";

const WRITES =
  "SELECT w.emr_id FROM sandbox.write w JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid WHERE j.id = $1";

/** What a test does with the jobs of one clinic: runs them in this process, and reads what became of them. */
export function jobsOf(database: TestDatabase, clinic: () => TestAccount) {
  const never = new AbortController().signal;
  const run = (jobId: number) => runJob({ jobId, ...clinic().tenant }, never);
  /** The EMR's ids of what it holds for the job. */
  const writesOf = async (jobId: number) =>
    (await database.asOwner<{ emr_id: string }>(WRITES, [jobId])).map(({ emr_id }) => emr_id);
  const due = (jobId: number) =>
    database.asOwner("UPDATE job SET next_attempt_at = now() WHERE id = $1 AND to_reconcile IS NULL", [jobId]);
  const behave = (assignments: string) =>
    database.asOwner(`UPDATE sandbox.behavior SET ${assignments} WHERE practice_id = $1`, [
      clinic().tenant.linkedAccountId,
    ]);

  return {
    /** One attempt, as the runner makes it. */
    run,
    writesOf,

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
    due,

    /** Takes away the jobs of earlier tests that have not ended: the next change of their record would wait for them. */
    forgetUnfinished: () => database.asOwner("DELETE FROM job WHERE status IN ('queued', 'running')"),

    /** Sets how the clinic's EMR behaves, by columns of its own table. */
    behave,

    /**
     * Runs it until the EMR has written and its answer is lost (half of the faults lose the request, half the
     * answer), and makes it due again. For a job whose first call of the EMR writes.
     */
    async loseAnswer(jobId: number) {
      await behave("fault_rate = 1");
      do {
        await due(jobId);
        await run(jobId);
        await database.asOwner("UPDATE job SET attempts = 1 WHERE id = $1", [jobId]);
      } while ((await writesOf(jobId)).length === 0);
      await behave("fault_rate = 0");
      await due(jobId);
    },

    /**
     * Accepts jobs and runs each once until the request of one is lost with nothing written, which nobody can tell from a
     * lost answer; gives that one. For jobs whose first call of the EMR writes.
     */
    async loseRequest(accept: () => Promise<number>): Promise<number> {
      await behave("fault_rate = 1");
      for (;;) {
        const jobId = await accept();
        await run(jobId);
        if ((await writesOf(jobId)).length > 0) continue;
        await behave("fault_rate = 0");
        return jobId;
      }
    },

    /** Runs it until it has used up its attempts while the EMR is out. */
    async runThroughOutage(jobId: number) {
      await behave("outage = true");
      for (let attempt = 1; attempt <= 8; attempt++) {
        await due(jobId);
        await run(jobId);
      }
      await behave("outage = false");
    },
  };
}

import { GET as getJob } from "#app/v1/jobs/[job_id]/route.ts";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { call } from "./call.ts";
import type { TestAccount } from "./linked-account.ts";
import type { TestDatabase } from "./test-database.ts";

const WRITES =
  "SELECT w.emr_id FROM sandbox.write w JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid WHERE j.id = $1";

/** Returns functions that run a clinic's jobs in this process and read their outcome. */
export function jobsOf(database: TestDatabase, clinic: () => TestAccount) {
  const never = new AbortController().signal;
  const run = (jobId: number) => runJob({ jobId, ...clinic().tenant }, never);
  /** Returns the EMR's ids of the job's writes. */
  const writesOf = async (jobId: number) =>
    (await database.asOwner<{ emr_id: string }>(WRITES, [jobId])).map(({ emr_id }) => emr_id);
  const due = (jobId: number) =>
    database.asOwner("UPDATE job SET next_attempt_at = now() WHERE id = $1 AND to_reconcile IS NULL", [jobId]);
  const behave = (assignments: string) =>
    database.asOwner(`UPDATE sandbox.behavior SET ${assignments} WHERE practice_id = $1`, [
      clinic().tenant.linkedAccountId,
    ]);

  const newest = async () =>
    Number((await database.asOwner<{ id: string }>("SELECT coalesce(max(id), 0) AS id FROM job"))[0]?.id);

  /** Returns the newest job's id once there is one after `before`. */
  async function next(before: number): Promise<number> {
    for (;;) {
      const [row] = await database.asOwner<{ id: string }>("SELECT id FROM job WHERE id > $1 ORDER BY id DESC", [
        before,
      ]);
      if (row) return Number(row.id);
    }
  }

  return {
    /** Runs one attempt, like the runner. */
    run,

    /** Returns the newest job's id; 0 without any. */
    newest,
    next,

    /** Sends a request while a runner makes the job's first attempt, as with a running product. */
    async accept(ask: () => ReturnType<typeof call>) {
      const before = await newest();
      const asked = ask();
      const jobId = await Promise.race([next(before), asked.then(() => null)]);
      if (jobId !== null) await run(jobId);
      return { answer: await asked, jobId: jobId ?? 0 };
    },

    writesOf,

    /** Returns the job as in GET /jobs/{job_id}. */
    async read(jobId: number) {
      const params = { job_id: String(jobId) };
      return (await call(getJob, "GET", `/jobs/${jobId}`, { headers: clinic().headers, params })).body.job;
    },

    /** Returns the envelopes of the job's events, oldest first. */
    async eventsOf(jobId: number) {
      const rows = await database.asOwner<{ envelope: { type: string; data: Record<string, unknown> } }>(
        "SELECT envelope FROM event WHERE job_id = $1 ORDER BY id",
        [jobId],
      );
      return rows.map(({ envelope }) => envelope);
    },

    /** Makes the next attempt due now. */
    due,

    /** Deletes unfinished jobs of earlier tests: the next change of their record would wait for them. */
    forgetUnfinished: () => database.asOwner("DELETE FROM job WHERE status IN ('queued', 'running')"),

    /** Sets the behavior of the clinic's EMR, as assignments to columns of `sandbox.behavior`. */
    behave,

    /**
     * Runs the job until the EMR has written and the response is lost (half of the faults lose the request, half the
     * response), and makes it due again. For jobs whose first EMR call writes.
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
     * Accepts jobs and runs each once until a request is lost before the EMR has written, which a client cannot
     * distinguish from a lost response. Returns that job. For jobs whose first EMR call writes.
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

    /** Runs the job until it has used up its attempts during an outage of the EMR. */
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

import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { GET as getJob } from "#app/v1/jobs/[job_id]/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { budgetOf } from "#lib/emr/budget/budgets";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { runJob } from "./attempt.ts";

const database = testDatabase();
let clinic: TestAccount;
const running = new AbortController();

beforeAll(async () => {
  clinic = await openClinic();
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 0");
});
afterEach(() => database.asOwner("UPDATE sandbox.behavior SET outage = false, rate_limit_per_minute = NULL"));
afterAll(() => running.abort());

async function accept(change: Record<string, unknown> = {}): Promise<number> {
  const answer = await call(POST, "POST", "/payments", { body: { ...aPayment, ...change }, headers: clinic.headers });
  expect(answer.status).toBe(202);
  return answer.body.job_id;
}

const run = (jobId: number) => runJob({ jobId, ...clinic.tenant }, running.signal);

async function read(jobId: number) {
  const params = { job_id: String(jobId) };
  const answer = await call(getJob, "GET", `/jobs/${jobId}`, { headers: clinic.headers, params });
  return answer.body.job;
}

const eventsOf = async (jobId: number) =>
  (
    await database.asOwner<{ envelope: Record<string, unknown> }>("SELECT envelope FROM event WHERE job_id = $1", [
      jobId,
    ])
  ).map(({ envelope }) => envelope);

/** Makes a job's next attempt due. */
const due = (jobId: number) => database.asOwner("UPDATE job SET next_attempt_at = now() WHERE id = $1", [jobId]);

describe("a payment's job", () => {
  it("says in its timeline if the EMR's guarantee is weaker", async () => {
    const weak = "Each write is looked for before and after";
    const profile = (support: string) => ({
      reachable: true,
      server: null,
      behaviour: [],
      capabilities: [{ name: "payments", support, reason: weak }],
    });
    const details = [];
    for (const support of ["emulated", "works"]) {
      await database.asOwner("UPDATE linked_account SET profile = $1", [profile(support)]);
      const jobId = await accept();
      await run(jobId);
      const { timeline } = await read(jobId);
      details.push(timeline.find(({ kind }: { kind: string }) => kind === "attempt_started").detail);
    }
    await database.asOwner("UPDATE linked_account SET profile = NULL");
    expect(details).toEqual([{ weak_guarantee: weak }, null]);
  });

  it("completes with the EMR's id in the record and in one event with exactly the specified fields", async () => {
    const jobId = await accept();
    await run(jobId);
    const job = await read(jobId);
    const [written] = await database.asOwner<{ emr_id: string; amount: string }>(
      "SELECT w.emr_id, p.amount FROM sandbox.write w JOIN sandbox.payment p ON p.id = w.emr_id JOIN job j ON j.emr_idempotency_key::text = w.idempotency_key::uuid::text WHERE j.id = $1",
      [jobId],
    );
    expect(written?.amount).toBe("45.50");
    expect(job).toMatchObject({ status: "completed", attempts: 1, result: { emr_transaction_id: written?.emr_id } });
    expect(job.timeline.map(({ kind }: { kind: string }) => kind).slice(0, 3)).toEqual([
      "accepted",
      "attempt_started",
      "completed",
    ]);
    expect(await eventsOf(jobId)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        access_token_reference_id: "reference-1",
        object: "event",
        created: expect.any(String),
        type: "payment.created",
        job_id: String(jobId),
        data: {
          payment_id: job.identifiers.payment_id,
          emr_transaction_id: written?.emr_id,
          payment_method: "credit card",
          amount: 45.5,
          reference_number: "RCPT-1",
          patient_mrn: "MRN-1",
        },
      },
    ]);
  });

  it("does nothing if its entry is taken again after the end", async () => {
    const jobId = await accept();
    await run(jobId);
    await run(jobId);
    expect(await read(jobId)).toMatchObject({ status: "completed", attempts: 1 });
    expect(await eventsOf(jobId)).toHaveLength(1);
  });

  it("runs once if two processes take its entry at the same time", async () => {
    const jobId = await accept();
    await Promise.all([run(jobId), run(jobId)]);
    const ended = await read(jobId);
    expect(ended).toMatchObject({ status: "completed", attempts: 1 });
    expect(await eventsOf(jobId)).toHaveLength(1);
    const writes = await database.asOwner(
      "SELECT 1 FROM sandbox.write w JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid WHERE j.id = $1",
      [jobId],
    );
    expect(writes).toHaveLength(1);
  });

  it("fails at once, with one event, for a method that the EMR lacks", async () => {
    const jobId = await accept({ payment_method: "Barter" });
    await run(jobId);
    const reason = "payment method not configured in the EMR: Barter";
    const job = await read(jobId);
    expect(job).toMatchObject({ status: "failed", failure_reason: reason, attempts: 1 });
    expect((await eventsOf(jobId)).map(({ type, data }) => [type, data])).toEqual([
      ["payment.failed", { payment_id: job.identifiers.payment_id, failure_reason: reason }],
    ]);
  });

  it("waits and retries while the EMR is out, then completes", async () => {
    const jobId = await accept();
    await database.asOwner("UPDATE sandbox.behavior SET outage = true");
    await run(jobId);
    const waiting = await read(jobId);
    expect(waiting).toMatchObject({ status: "queued", attempts: 1, waiting_reason: "The EMR is out of service" });
    expect(Date.parse(waiting.next_attempt_at)).toBeGreaterThan(Date.now() + 2_000);
    await run(jobId);
    expect(await read(jobId)).toMatchObject({ status: "queued", attempts: 1 });

    await database.asOwner("UPDATE sandbox.behavior SET outage = false");
    await due(jobId);
    await run(jobId);
    expect(await read(jobId)).toMatchObject({ status: "completed", attempts: 2, waiting_reason: null });
  });

  it("fails after the last of its attempts", async () => {
    const jobId = await accept();
    await database.asOwner("UPDATE sandbox.behavior SET outage = true");
    for (let attempt = 1; attempt <= 8; attempt++) {
      expect((await read(jobId)).status).toBe("queued");
      await due(jobId);
      await run(jobId);
    }
    expect(await read(jobId)).toMatchObject({ status: "failed", attempts: 8 });
    expect(await eventsOf(jobId)).toHaveLength(1);
  });

  it("waits as long as the EMR's limit of calls requires, however often, which uses up no attempt", {
    tags: "long",
  }, async () => {
    const jobId = await accept();
    // The limit counts per minute of the clock: avoids a minute that ends before the call.
    await expect.poll(() => Date.now() % 60_000, { timeout: 20_000 }).toBeLessThan(50_000);
    await database.asOwner("UPDATE sandbox.behavior SET rate_limit_per_minute = 1");
    await database.asOwner(
      "INSERT INTO sandbox.call_count SELECT practice_id, date_trunc('minute', now()), 5 FROM sandbox.behavior",
    );
    const reason = "The EMR's limit of calls is reached";
    for (let time = 0; time < 10; time++) {
      forgetSingleton("emr-budgets");
      await due(jobId);
      await run(jobId);
    }
    forgetSingleton("emr-budgets");
    const job = await read(jobId);
    expect(job).toMatchObject({ status: "queued", waiting_reason: reason, attempts: 0, ambiguous: false });
    expect(Date.parse(job.next_attempt_at)).toBeGreaterThan(Date.now());
    expect(job.timeline.at(-1)).toMatchObject({
      kind: "attempt_failed",
      attempt: 1,
      detail: { reason, counted: false, outcome: "postponed" },
    });
  });

  it("does not call the EMR for the account's other jobs meanwhile, which use up no attempts", async () => {
    await database.asOwner("DELETE FROM queue.entry");
    const jobId = await accept();
    await database.asOwner("UPDATE sandbox.behavior SET rate_limit_per_minute = 1000");
    const { organizationId, linkedAccountId: id } = clinic.tenant;
    await budgetOf({ id, organizationId, connection: null }).pause(60_000);
    const calls = () => database.asOwner("SELECT calls FROM sandbox.call_count");
    const before = await calls();
    await run(jobId);
    expect(await calls()).toEqual(before);
    expect(await read(jobId)).toMatchObject({
      status: "queued",
      attempts: 0,
      next_attempt_at: expect.any(String),
      waiting_reason: "The EMR's limit of calls is reached",
    });
    const entries = await database.asOwner<{ later: boolean }>(
      "SELECT due_at > now() + interval '1 second' AS later FROM queue.entry WHERE data ->> 'jobId' = $1 ORDER BY 1",
      [jobId],
    );
    // The entry from its acceptance, and the one for the retry.
    expect(entries).toEqual([{ later: false }, { later: true }]);
  });
});

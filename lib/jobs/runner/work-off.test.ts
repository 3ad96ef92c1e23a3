import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { POST as runnerRoute } from "#app/api/runner/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { workOff } from "./work-off.ts";

const TOKEN = "the-runner-token-of-one-test-0123456789";

const database = testDatabase();
let clinic: TestAccount;
const receiver = inboxReceiver();

beforeAll(async () => {
  clinic = await openClinic();
});
afterEach(async () => {
  receiver.deliveries.length = 0;
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 0");
  await database.asOwner("DELETE FROM queue.entry");
  await database.asOwner(
    "DELETE FROM job_attempt; DELETE FROM delivery_attempt; DELETE FROM delivery; DELETE FROM event",
  );
});

async function accept(count: number): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => call(POST, "POST", "/payments", { body: aPayment, headers: clinic.headers })),
  );
  for (const { status } of answers) expect(status).toBe(202);
  return answers.map(({ body }) => body.job_id);
}

const outcomesOf = (jobIds: number[]) =>
  database.asOwner<{ status: string; writes: string }>(
    `SELECT status, (SELECT count(*) FROM sandbox.write w WHERE w.idempotency_key::uuid = emr_idempotency_key) AS writes
     FROM job WHERE id = ANY ($1)`,
    [jobIds],
  );

const allDone = (count: number) => Array(count).fill({ status: "completed", writes: "1" });

describe("working off due entries", () => {
  it("runs the jobs and makes their deliveries", async () => {
    const jobIds = await accept(15);
    expect(await workOff(20)).toEqual({ operations: 15, deliveries: 15, remaining: 0 });
    expect(await outcomesOf(jobIds)).toEqual(allDone(15));
    expect(receiver.deliveries).toHaveLength(15);
    expect(await workOff(20)).toEqual({ operations: 0, deliveries: 0, remaining: 0 });
  });

  it("shares the work with concurrent calls", async () => {
    const jobIds = await accept(15);
    const [first, second] = await Promise.all([workOff(20), workOff(20)]);
    expect(first.operations + second.operations).toBe(15);
    expect(first.deliveries + second.deliveries).toBe(15);
    expect(await outcomesOf(jobIds)).toEqual(allDone(15));
  });

  it("takes over the entries of a dead process", async () => {
    const jobIds = await accept(1);
    await database.asOwner("UPDATE job SET status = 'running'");
    await database.asOwner(
      "UPDATE queue.entry SET state = 'taken', taken_at = now(), heartbeat_at = now() - interval '1 minute'",
    );
    expect(await workOff(20)).toEqual({ operations: 1, deliveries: 1, remaining: 0 });
    expect(await outcomesOf(jobIds)).toEqual(allDone(1));
  });

  it("leaves entries beyond its time to the next call", { tags: "long" }, async () => {
    await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 1500");
    const jobIds = await accept(20);
    const asked = Date.now();
    const first = await workOff(1);
    expect(Date.now() - asked).toBeLessThan(10_000);
    expect(first.operations).toBeGreaterThan(0);
    expect(first.remaining).toBeGreaterThan(0);
    await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 0");
    expect((await workOff(20)).remaining).toBe(0);
    expect(await outcomesOf(jobIds)).toEqual(allDone(20));
  });
});

describe("POST /api/runner", () => {
  const ask = async (headers: Record<string, string>, query = "") => {
    const request = new Request(`http://127.0.0.1:3000/api/runner${query}`, { method: "POST", headers });
    const response = await runnerRoute(request);
    return { status: response.status, body: await response.json() };
  };
  const configure = (token: string) => {
    process.env.RUNNER_TOKEN = token;
    forgetSingleton("environment");
  };

  it("does not exist without a RUNNER_TOKEN", async () => {
    configure("");
    const missing = { status: 404, body: { success: false, message: "Route not found" } };
    expect(await ask({})).toEqual(missing);
    expect(await ask({ authorization: "Bearer " })).toEqual(missing);
  });

  it("works off due entries only for a caller with the token", async () => {
    configure(TOKEN);
    await accept(1);
    for (const authorization of ["", "Bearer ", `Bearer ${TOKEN}x`, TOKEN, `Basic ${TOKEN}`])
      expect((await ask({ authorization })).status).toBe(401);
    const bearer = { authorization: `Bearer ${TOKEN}` };
    expect((await ask(bearer, "?max_seconds=0")).status).toBe(400);
    expect((await ask(bearer, "?max_seconds=soon")).status).toBe(400);
    expect(await ask(bearer, "?max_seconds=20")).toEqual({
      status: 200,
      body: { success: true, operations: 1, deliveries: 1, remaining: 0 },
    });
  });
});

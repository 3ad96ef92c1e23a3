import { expect, it } from "vitest";
import { POST } from "#app/v1/payments/route.ts";
import { runJob } from "#lib/jobs/lifecycle/attempt";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { testDatabase } from "#lib/testing/test-database";
import { narrowConcurrency, withinConcurrency } from "./emr-concurrency.ts";

const database = testDatabase();

/**
 * Requests this many attempts of an account at once. Returns the functions that end the turns that have begun, in their
 * order.
 */
function ask(account: string, count: number) {
  const come: ((wentWell: boolean) => void)[] = [];
  for (let asked = 0; asked < count; asked++)
    void withinConcurrency(account, () => new Promise((end) => come.push(end)));
  return come;
}

/** Lets all pending callbacks run. */
const settled = () => new Promise(setImmediate);

it("run at once if the EMR has not asked for time", async () => {
  const come = ask(newId(), 20);
  await settled();
  expect(come).toHaveLength(20);
});

it("run one at a time once it has, then more at a time with each answer", async () => {
  const account = newId();
  narrowConcurrency(account);
  const come = ask(account, 100);
  const other = ask(newId(), 2);
  await settled();
  expect([come.length, other.length]).toEqual([1, 2]);
  const atOnce = [1];
  for (let ended = 0; ended < 80; ended++) {
    come[ended]?.(true);
    await settled();
    atOnce.push(come.length - ended - 1);
  }
  // One at a time for the first five, two for the next ten, and finally unlimited.
  expect(atOnce.slice(0, 16)).toEqual([...Array(5).fill(1), ...Array(10).fill(2), 3]);
  expect(come).toHaveLength(100);
});

it("stop growing without answers, and begin again at one when the EMR asks anew", async () => {
  const account = newId();
  narrowConcurrency(account);
  const come = ask(account, 30);
  await settled();
  for (let ended = 0; ended < 10; ended++) {
    come[ended]?.(ended % 2 === 0);
    await settled();
  }
  expect(come.length - 10).toBe(2);
  narrowConcurrency(account);
  come[10]?.(false);
  await settled();
  expect(come.length - 11).toBe(1);
});

it("limit an account's simultaneous EMR calls", { tags: "long" }, async () => {
  const clinic = await openClinic();
  await database.asOwner("UPDATE sandbox.behavior SET latency_ms = 30");
  narrowConcurrency(clinic.tenant.linkedAccountId);
  const jobIds: number[] = [];
  for (let made = 0; made < 4; made++) {
    jobIds.push((await call(POST, "POST", "/payments", { body: aPayment, headers: clinic.headers })).body.job_id);
  }
  const { signal } = new AbortController();
  await Promise.all(jobIds.map((jobId) => runJob({ jobId, ...clinic.tenant }, signal)));
  const [found] = await database.asOwner<{ attempts: number; together: number }>(
    `SELECT count(*)::integer AS attempts, count(*) FILTER (WHERE EXISTS (
       SELECT FROM job_attempt b WHERE b.id <> a.id AND b.started_at < a.ended_at AND b.ended_at > a.started_at
     ))::integer AS together FROM job_attempt a WHERE outcome = 'succeeded'`,
  );
  expect(found).toEqual({ attempts: 4, together: 0 });
});

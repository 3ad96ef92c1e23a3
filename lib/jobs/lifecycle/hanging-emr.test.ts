import { beforeAll, expect, it, vi } from "vitest";
import { POST } from "#app/v1/payments/route.ts";
import { changeBehavior } from "#lib/emr/sandbox/behavior";
import { startDispatchers } from "#lib/jobs/runner/runner";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

/** Longer than this test. */
const HANGS_MS = 25_000;
/** With the jobs of another hanging account, these fill the process's concurrency. */
const JOBS = 6;

const database = testDatabase();
inboxReceiver();

beforeAll(async () => {});

async function accept({ headers }: TestAccount, count: number): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => call(POST, "POST", "/payments", { body: aPayment, headers })),
  );
  return answers.map(({ body }) => body.job_id);
}

const statusesOf = async (jobIds: number[]) =>
  (await database.asOwner<{ status: string }>("SELECT status FROM job WHERE id = ANY ($1)", [jobIds])).map(
    ({ status }) => status,
  );

it("runs jobs of one account while the EMRs of two others hang and hold every shared place", {
  tags: "long",
}, async () => {
  const [first, second, third] = [await openClinic(), await openClinic(), await openClinic()];
  for (const { tenant } of [first, second]) await changeBehavior(tenant.linkedAccountId, { latency_ms: HANGS_MS });
  const hanging = [...(await accept(first, JOBS)), ...(await accept(second, JOBS))];
  const work = await startDispatchers();
  try {
    await vi.waitFor(async () => expect(await statusesOf(hanging)).toEqual(Array(2 * JOBS).fill("running")), {
      timeout: 10_000,
    });
    const jobIds = await accept(third, JOBS);
    await vi.waitFor(async () => expect(await statusesOf(jobIds)).toEqual(Array(JOBS).fill("completed")), {
      timeout: 10_000,
    });
    expect(await statusesOf(hanging)).toEqual(Array(2 * JOBS).fill("running"));
  } finally {
    await work.stop();
  }
});

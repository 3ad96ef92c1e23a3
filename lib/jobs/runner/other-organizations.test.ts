/** @module-tag long */

import { beforeAll, expect, it, vi } from "vitest";
import { POST } from "#app/v1/payments/route.ts";
import { withTenant } from "#lib/db/tenant";
import { type BehaviorChange, changeBehavior } from "#lib/emr/sandbox/behavior";
import { enqueue } from "#lib/queue/queue";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { startDispatchers } from "./runner.ts";

/** Longer than a test. */
const HANGS_MS = 28_000;
const ACCOUNTS = 18;
const EACH = 12;
/** More payments than an account has spare places. */
const PAYMENTS = 8;

const database = testDatabase();
inboxReceiver();

/** The accounts of an organization whose EMRs hang, and one of another whose EMR answers. */
let hanging: TestAccount[];
let other: TestAccount;

beforeAll(async () => {
  const first = await openClinic();
  const further = await Promise.all(Array.from({ length: ACCOUNTS - 1 }, () => openClinic({ beside: first })));
  hanging = [first, ...further];
  other = await openClinic();
}, 60_000);

const change = (behavior: BehaviorChange) =>
  Promise.all(hanging.map(({ tenant }) => changeBehavior(tenant.linkedAccountId, behavior)));

async function accept({ headers }: TestAccount, count: number): Promise<number[]> {
  const answers = await Promise.all(
    Array.from({ length: count }, () => call(POST, "POST", "/payments", { body: aPayment, headers })),
  );
  return answers.map(({ body }) => body.job_id);
}

const countOf = async (sql: string, values: unknown[]) =>
  (await database.asOwner<{ count: number }>(`SELECT count(*)::integer AS count FROM ${sql}`, values))[0]?.count ?? 0;

/** Waits until a count no longer grows. */
async function settled(count: () => Promise<number>): Promise<number> {
  let before = -1;
  await vi.waitFor(
    async () => {
      const now = await count();
      const grows = now === 0 || now !== before;
      before = now;
      expect(grows).toBe(false);
    },
    { timeout: 20_000, interval: 2_500 },
  );
  return before;
}

it("ends another organization's payments while one's operations hang at every place that they may have", async () => {
  await change({ latency_ms: HANGS_MS });
  const jobIds: number[] = [];
  for (const account of hanging) jobIds.push(...(await accept(account, EACH)));
  const statusOf = (status: string, ids: number[]) => countOf("job WHERE status = $1 AND id = ANY ($2)", [status, ids]);
  const work = await startDispatchers();
  try {
    const running = await settled(() => statusOf("running", jobIds));
    const began = performance.now();
    const paid = await accept(other, PAYMENTS);
    await vi.waitFor(async () => expect(await statusOf("completed", paid)).toBe(PAYMENTS), { timeout: 60_000 });
    console.log(
      `Beside ${running} operations that hang, ${PAYMENTS} payments took ${Math.round(performance.now() - began)} ms`,
    );
    expect(await statusOf("running", jobIds)).toBeGreaterThanOrEqual(running);
  } finally {
    await work.stop();
    await change({ latency_ms: 0 });
    await database.asOwner("DELETE FROM queue.entry");
  }
}, 120_000);

it("begins and ends another organization's sync while one's syncs hang at every place that they may have", async () => {
  await change({ slow_page_ms: HANGS_MS });
  const sync = ({ tenant }: TestAccount) =>
    withTenant(tenant, (tx) =>
      enqueue(tx, "syncs", { ...tenant, requestedAt: new Date().toISOString() }, { group: tenant.linkedAccountId }),
    );
  const statesOf = (state: string, ...accounts: TestAccount[]) =>
    countOf("queue.entry WHERE queue = 'syncs' AND state = $1 AND data->>'linkedAccountId' = ANY ($2)", [
      state,
      accounts.map(({ tenant }) => tenant.linkedAccountId),
    ]);
  for (const account of hanging) await sync(account);
  const work = await startDispatchers();
  try {
    const running = await settled(() => statesOf("taken", ...hanging));
    const began = performance.now();
    await sync(other);
    await vi.waitFor(async () => expect(await statesOf("done", other)).toBe(1), { timeout: 200_000 });
    console.log(`Beside ${running} syncs that hang, a sync took ${Math.round(performance.now() - began)} ms`);
    expect(await statesOf("taken", ...hanging)).toBeGreaterThanOrEqual(running);
  } finally {
    await work.stop();
    await change({ slow_page_ms: 0 });
    await database.asOwner("DELETE FROM queue.entry");
  }
}, 240_000);

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/v1/payments/route.ts";
import { POST as INVITE } from "#app/v1/users/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { type FakeSmtpServer, startFakeSmtpServer } from "#lib/testing/fake-smtp-server";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { mailBy } from "#lib/testing/mail-by";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { runnerMetrics } from "./metrics.ts";
import { findOverdue, sweepOverdue } from "./overdue.ts";
import { workOff } from "./work-off.ts";

const database = testDatabase();
let clinic: TestAccount;
const receiver = inboxReceiver();

beforeAll(async () => {
  clinic = await openClinic();
});

const pay = async ({ headers } = clinic): Promise<number> =>
  (await call(POST, "POST", "/payments", { body: aPayment, headers })).body.job_id;

const statusOf = async (jobId: number) =>
  (await database.asOwner<{ status: string }>("SELECT status FROM job WHERE id = $1", [jobId]))[0]?.status;

const entriesOf = (name: string) =>
  database.asOwner("SELECT 1 FROM queue.entry WHERE queue = $1 AND ended_at IS NULL", [name]);

const inMs = (ms: number) => new Date(Date.now() + ms);

async function overdueNow(): Promise<Record<string, number>> {
  const { values } = await runnerMetrics().overdue.get();
  return Object.fromEntries(values.map(({ labels, value }) => [String(labels.kind), value]));
}

it("queues a job whose entry was lost again after a minute, once over several processes", async () => {
  const jobId = await pay();
  await database.asOwner("DELETE FROM queue.entry");
  expect(await sweepOverdue(inMs(30_000))).toBe(0);
  expect(await overdueNow()).toEqual({ operations: 0, deliveries: 0, mails: 0 });

  const swept = await Promise.all(Array.from({ length: 4 }, () => sweepOverdue(inMs(61_000))));
  expect(swept.reduce((sum, each) => sum + each, 0)).toBe(1);
  expect(await entriesOf("operations")).toHaveLength(1);
  expect(await overdueNow()).toEqual({ operations: 1, deliveries: 0, mails: 0 });
  expect(await sweepOverdue(inMs(90_000))).toBe(0);

  await workOff(20);
  expect(await statusOf(jobId)).toBe("completed");
  expect(receiver.deliveries).toHaveLength(1);
});

it("queues a job that was running when its entry was lost, and an unsent delivery", async () => {
  const jobId = await pay();
  await database.asOwner("UPDATE job SET status = 'running' WHERE id = $1", [jobId]);
  await database.asOwner("DELETE FROM delivery_attempt");
  await database.asOwner("UPDATE delivery SET status = 'pending', attempts = 0");
  await database.asOwner("DELETE FROM queue.entry");
  const before = receiver.deliveries.length;
  expect(await sweepOverdue(inMs(61_000))).toBe(2);
  expect(await entriesOf("deliveries")).toHaveLength(1);
  await workOff(20);
  expect(await statusOf(jobId)).toBe("completed");
  expect(receiver.deliveries.length).toBe(before + 2);
});

it("ignores jobs that wait for their time or in the queue, and ended ones", async () => {
  const later = await pay();
  await database.asOwner("UPDATE job SET next_attempt_at = now() + interval '5 minutes' WHERE id = $1", [later]);
  await pay();
  const ended = await pay();
  await database.asOwner("UPDATE job SET status = 'cancelled' WHERE id = $1", [ended]);
  await database.asOwner("DELETE FROM queue.entry WHERE data ->> 'jobId' IN ($1, $2)", [later, ended]);
  expect(await sweepOverdue(inMs(61_000))).toBe(0);
  expect(await overdueNow()).toEqual({ operations: 1, deliveries: 0, mails: 0 });
  expect(await sweepOverdue(inMs(400_000))).toBe(1);
});

it("finds some of each organization's late work, however much older another's is", async () => {
  await database.asOwner("UPDATE job SET status = 'cancelled' WHERE status IN ('queued', 'running')");
  await database.asOwner("UPDATE delivery SET status = 'succeeded'");
  const flood: number[] = [];
  for (let count = 0; count < 6; count++) flood.push(await pay());
  await database.asOwner("UPDATE job SET created_at = now() - interval '1 day' WHERE id = ANY ($1)", [flood]);
  const other = await openClinic();
  const late = await pay(other);
  const found = await findOverdue(inMs(61_000), 4);
  expect(found.map(({ payload }) => "jobId" in payload && payload.jobId).sort()).toEqual(
    [...flood.slice(0, 3), late].sort(),
  );
  await database.asOwner("UPDATE job SET status = 'cancelled' WHERE status IN ('queued', 'running')");
  await database.asOwner("DELETE FROM queue.entry");
});

it("queues a job whose number another organization's job has as well, which waits in the queue", async () => {
  await database.asOwner("UPDATE job SET status = 'cancelled' WHERE status IN ('queued', 'running')");
  // An organization that was moved here has brought the job and its number, but no queue entry.
  const moved = await pay();
  await database.asOwner("DELETE FROM queue.entry");
  await database.asOwner("SELECT setval('job_id_seq', $1, false)", [moved]);
  const other = await openClinic();
  expect(await pay(other)).toBe(moved);
  expect(await sweepOverdue(inMs(61_000))).toBe(1);
  await workOff(20);
  const ends = await database.asOwner("SELECT status FROM job WHERE id = $1", [moved]);
  expect(ends).toEqual([{ status: "completed" }, { status: "completed" }]);
});

describe("a mail", () => {
  let smtp: FakeSmtpServer;

  beforeEach(async () => {
    smtp = await startFakeSmtpServer();
    mailBy(smtp.url);
    await database.asOwner("DELETE FROM queue.entry");
    await database.asOwner("UPDATE job SET status = 'cancelled' WHERE status IN ('queued', 'running')");
    const body = { email: `${newId()}@clinic.example`, role: "staff" };
    await call(INVITE, "POST", "/users", { headers: await signIn(clinic, "admin"), body });
    return async () => {
      mailBy(null);
      await smtp.stop();
    };
  });

  it("whose entry was lost is queued again after a minute, and sent once", async () => {
    await database.asOwner("DELETE FROM queue.entry");
    expect(await sweepOverdue(inMs(30_000))).toBe(0);
    expect(await sweepOverdue(inMs(61_000))).toBe(1);
    expect(await overdueNow()).toMatchObject({ mails: 1 });
    expect(await sweepOverdue(inMs(61_000))).toBe(0);
    await workOff(20);
    expect(smtp.received).toHaveLength(1);
    expect(await sweepOverdue(inMs(61_000))).toBe(0);
    expect(await overdueNow()).toMatchObject({ mails: 0 });
  });

  it("that is to be tried later is not overdue before", async () => {
    smtp.answer(450);
    await workOff(20);
    await database.asOwner("DELETE FROM queue.entry");
    // The first pause is a minute.
    expect(await sweepOverdue(inMs(59_000))).toBe(0);
    expect(await overdueNow()).toMatchObject({ mails: 0 });
    expect(await sweepOverdue(inMs(150_000))).toBe(1);
  });
});

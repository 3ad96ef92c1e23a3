import { beforeAll, expect, it } from "vitest";
import { GET } from "#app/api/metrics/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { DIRECT_PEER_HEADER } from "#lib/api/request/peer";
import { environment } from "#lib/kernel/environment";
import { startHealth } from "#lib/server/worker-health";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { workOff } from "./work-off.ts";

const database = testDatabase();
let clinic: TestAccount;
inboxReceiver();

beforeAll(async () => {
  clinic = await openClinic();
});

const pay = (change: Partial<typeof aPayment> = {}) =>
  call(POST, "POST", "/payments", { body: { ...aPayment, ...change }, headers: clinic.headers });

const text = async () => {
  const request = new Request("http://127.0.0.1/api/metrics", { headers: { [DIRECT_PEER_HEADER]: "loopback" } });
  return (await GET(request)).text();
};

async function read(): Promise<(name: string) => number> {
  const lines = (await text()).split("\n");
  return (name) =>
    Number(
      lines
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")
        .at(-1),
    );
}

const OPERATION = 'operation="payments:create"';

it("counts jobs by operation and state, queues, retries, failures and syncs, without patient data", async () => {
  await pay();
  await pay({ payment_method: "Gold bars" });
  await database.asOwner("UPDATE sandbox.behavior SET outage = true");
  const waiting = await read();
  expect(waiting(`crc_jobs{${OPERATION},status="queued"}`)).toBe(2);
  expect(waiting('crc_queue_entries{queue="operations",state="due"}')).toBe(2);
  expect(waiting('crc_queue_oldest_due_seconds{queue="operations"}')).toBeGreaterThan(0);
  expect(waiting('crc_queue_oldest_due_seconds{queue="deliveries"}')).toBe(0);
  expect(waiting("crc_sync_oldest_seconds")).toBeGreaterThan(0);

  await workOff(1);
  const out = await read();
  expect(out(`crc_job_attempts_total{${OPERATION},outcome="retried"}`)).toBeGreaterThanOrEqual(2);
  expect(out('crc_queue_entries{queue="operations",state="later"}')).toBe(2);

  await database.asOwner("UPDATE sandbox.behavior SET outage = false");
  await database.asOwner("UPDATE job SET next_attempt_at = now()");
  await database.asOwner("UPDATE queue.entry SET due_at = now() WHERE state = 'waiting'");
  await workOff(20);
  const ended = await read();
  expect(ended(`crc_job_attempts_total{${OPERATION},outcome="succeeded"}`)).toBe(1);
  expect(ended(`crc_job_attempts_total{${OPERATION},outcome="failed"}`)).toBe(1);
  expect(ended(`crc_job_duration_seconds_count{${OPERATION},outcome="completed"}`)).toBe(1);
  expect(ended(`crc_job_duration_seconds_count{${OPERATION},outcome="failed"}`)).toBe(1);
  expect(ended(`crc_jobs{${OPERATION},status="queued"}`)).toBeNaN();
  expect(ended('crc_database_connections{state="used"}')).toBeGreaterThanOrEqual(0);
  expect(await text()).not.toMatch(/MRN-1|RCPT-1|Gold bars/);
});

it("are also served on a worker's port, only to this machine", async () => {
  const { port, stop } = await startHealth({ ...environment(), HOST: "127.0.0.1", PORT: 0 });
  const ask = (headers: Record<string, string> = {}) => fetch(`http://127.0.0.1:${port}/api/metrics`, { headers });
  const answer = await ask();
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, expect.stringContaining("text/plain")]);
  expect(await answer.text()).toContain("crc_job_attempts_total");
  expect((await ask({ "x-forwarded-for": "203.0.113.9" })).status).toBe(401);
  await stop();
});

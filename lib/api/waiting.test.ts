import pg from "pg";
import { afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { GET as listJobs } from "#app/v1/jobs/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { heldTable } from "#lib/testing/held-table";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let other: TestAccount;
let held: Awaited<ReturnType<typeof heldTable>>;

beforeAll(async () => {
  [clinic, other] = [await openClinic(), await openClinic()];
});
beforeEach(async () => {
  held = await heldTable(database.ownerUrl, "payment");
});
afterEach(() => held.letGo());

const post = (headers: Record<string, string> = {}) =>
  call(POST, "POST", "/payments", { body: aPayment, headers: { ...clinic.headers, ...headers } });
const read = async () => (await call(listJobs, "GET", "/jobs", { headers: other.headers })).status;
const jobs = async () => Number((await database.asOwner<{ count: string }>("SELECT count(*) FROM job"))[0]?.count);

it("answers other requests while twenty requests of one Idempotency-Key wait for the first, which holds one connection", async () => {
  const before = await jobs();
  const asked = Array.from({ length: 20 }, () => post({ "idempotency-key": "twenty" }));
  await held.waitedFor(1);
  expect(await read()).toBe(200);
  expect(await held.waiting()).toBe(1);
  await held.letGo();
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.job_id}`)).size).toBe(1);
  expect(await jobs()).toBe(before + 1);
});

it("lets the next request of an Idempotency-Key run if the first fails", async () => {
  const before = await jobs();
  const first = post({ "idempotency-key": "cut" });
  await held.waitedFor(1);
  const others = Array.from({ length: 3 }, () => post({ "idempotency-key": "cut" }));
  await database.asOwner(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE relation = 'payment'::regclass AND NOT granted",
  );
  const cut = await first;
  expect([cut.status, cut.headers.get("retry-after"), cut.body.message]).toEqual([
    503,
    "5",
    "The database did not answer in time; nothing was saved",
  ]);
  await held.letGo();
  const answers = await Promise.all(others);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.job_id}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(202);
  expect(await jobs()).toBe(before + 1);
});

it("waits without a connection for another process that holds the key, and returns its response", async () => {
  const first = post({ "idempotency-key": "elsewhere" });
  await held.waitedFor(1);
  // Simulates another process, which does not know the requests that wait here.
  forgetSingleton("serialized-requests");
  const second = post({ "idempotency-key": "elsewhere" });
  expect(await Promise.race([second, read()])).toBe(200);
  expect(await held.waiting()).toBe(1);
  await held.letGo();
  expect((await second).body).toEqual((await first).body);
});

it("refuses with 409 after waiting 10 s for another process that holds the key", { tags: "long" }, async () => {
  const lock = "hashtextextended('idempotency_key/' || $1::uuid || '/api_client:' || $2::text || '/long', 0)";
  await held.letGo();
  const elsewhere = new pg.Client({ connectionString: database.ownerUrl });
  await elsewhere.connect();
  await elsewhere.query(`SELECT pg_advisory_lock(${lock})`, [clinic.tenant.linkedAccountId, clinic.apiClientId]);
  const answer = await post({ "idempotency-key": "long" });
  await elsewhere.end();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([409, "1"]);
});

it("answers other accounts while one account's slow statements use up its share, and answers its excess with 503", {
  tags: "long",
}, async () => {
  const before = await jobs();
  const asked: ReturnType<typeof post>[] = [];
  // Those that arrive together share a transaction, so each waits until the one before has its own.
  for (const waiting of [1, 2, 3, 4, 5, 6, 7, 8]) {
    asked.push(post());
    await held.waitedFor(waiting);
  }
  asked.push(...Array.from({ length: 32 }, () => post()));
  expect(await read()).toBe(200);
  // One that has waited its time may have just left.
  expect(await held.waiting()).toBeLessThanOrEqual(8);
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  for (const { headers, body } of answers) {
    expect([headers.get("retry-after"), body.message]).toEqual([
      "5",
      "The database did not answer in time; nothing was saved",
    ]);
  }
  await held.letGo();
  expect(await jobs()).toBe(before);
});

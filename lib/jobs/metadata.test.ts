import { beforeEach, describe, expect, it } from "vitest";
import { POST as openView } from "#app/v1/embed/sessions/route.ts";
import { POST as retryJob } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET as listJobs } from "#app/v1/jobs/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { PATCH as changeProvider } from "#app/v1/providers/[id]/route.ts";
import { PATCH as updateReferral } from "#app/v1/referrals/[id]/route.ts";
import { applyRetention } from "#lib/jobs/retention/retention";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

const pay = (metadata: unknown, { headers = {}, ...change }: Record<string, unknown> = {}) =>
  call(createPayment, "POST", "/payments", {
    body: { ...aPayment, ...change, ...(metadata === undefined ? {} : { metadata }) },
    headers: { ...clinic.headers, ...(headers as Record<string, string>) },
  });

/** Sends a body as it stands, which a JavaScript object could not hold. */
const payRaw = (metadata: string) =>
  call(createPayment, "POST", "/payments", {
    body: `${JSON.stringify(aPayment).slice(0, -1)},"metadata":${metadata}}`,
    headers: clinic.headers,
  });

const keptBy = async (answer: { status: number; body: { job_id: number } }) => {
  expect(answer.status).toBe(202);
  return (await jobs.read(answer.body.job_id)).metadata;
};

const texts = (count: number, text = "x") =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, text]));

describe("metadata of a write", () => {
  it("stands in the job, in the list too, and neither in its request nor in its event", async () => {
    const metadata = { order: "A-17", "": undefined, "Straße 🎉": "", constructor: "a", toString: "b" };
    const given = JSON.parse(JSON.stringify(metadata));
    const answer = await pay(given);
    expect(await keptBy(answer)).toEqual(given);
    const jobId = answer.body.job_id;
    await jobs.run(jobId);
    const list = await call(listJobs, "GET", "/jobs", { headers: clinic.headers });
    expect(list.body.jobs[0]).toMatchObject({ job_id: jobId, status: "completed", metadata: given });
    expect(list.body.jobs[0].request).toEqual(aPayment);
    expect(JSON.stringify(await jobs.eventsOf(jobId))).not.toContain("A-17");
    expect(JSON.stringify(answer.body)).not.toContain("A-17");
  });

  it("is {} where none was sent", async () => {
    expect(await keptBy(await pay(undefined))).toEqual({});
    expect(await keptBy(await pay({}))).toEqual({});
    expect(await keptBy(await pay(null))).toEqual({});
    expect(await keptBy(await pay({ order: null, desk: "2" }))).toEqual({ desk: "2" });
  });

  it("takes 20 texts of 500 characters by keys of 40, an emoji as one", async () => {
    const most = { ...texts(18), ["🎉".repeat(40)]: "🎉".repeat(500), ["k".repeat(40)]: "t".repeat(500) };
    expect(await keptBy(await pay(most))).toEqual(most);
  });

  it.each<[string, unknown, string]>([
    ["21 entries", texts(21), "metadata must have at most 20 entries"],
    ["a text of 501 characters", { a: "t".repeat(501) }, "metadata.a must have at most 500 characters"],
    ["a text of 501 emoji", { a: "🎉".repeat(501) }, "metadata.a must have at most 500 characters"],
    ["a number", { a: 1 }, "metadata.a must be a string"],
    ["a boolean", { ok: true }, "metadata.ok must be a string"],
    ["an object", { a: { b: "c" } }, "metadata.a must be a string"],
    ["a list", { a: ["b"] }, "metadata.a must be a string"],
    ["an array in its place", ["a"], "metadata must be an object of strings"],
    ["a text in its place", "a", "metadata must be an object of strings"],
    ["a long key", { ["k".repeat(41)]: "a" }, `metadata.${"k".repeat(40)}… must have a key of 1 to 40 characters`],
  ])("is refused with %s", async (_what, metadata, message) => {
    const before = await database.asOwner("SELECT id FROM job");
    const answer = await pay(metadata);
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(await database.asOwner("SELECT id FROM job")).toHaveLength(before.length);
  });

  it("names every wrong entry, beside the other fields at fault", async () => {
    const answer = await pay({ a: 1, b: "fine", "": "c" }, { amount: -1 });
    expect(answer.body.errors).toEqual([
      { field: "amount", message: "must be a positive number" },
      { field: "metadata.a", message: "must be a string" },
      { field: "metadata.", message: "must have a key of 1 to 40 characters" },
    ]);
  });

  it("refuses __proto__ as a key, and takes the last of equal ones, as JSON does", async () => {
    const proto = await payRaw('{"__proto__":"a"}');
    expect([proto.status, proto.body.message]).toEqual([
      400,
      "metadata.__proto__ must have another key than __proto__",
    ]);
    expect((await payRaw('{"a\\u0000":"b"}')).status).toBe(400);
    expect(await keptBy(await payRaw('{"a":"first","a":"last"}'))).toEqual({ a: "last" });
  });

  it("is part of what an Idempotency-Key repeats", async () => {
    const headers = { "idempotency-key": newId() };
    const first = await pay({ order: "1" }, { headers });
    expect(await pay({ order: "1" }, { headers })).toMatchObject({ status: 202, body: first.body });
    expect((await pay({ order: "2" }, { headers })).status).toBe(422);
    expect((await pay(undefined, { headers })).status).toBe(422);
  });

  it("is kept by a retry, and by a correction that brings none", async () => {
    const failed = async () => {
      const { job_id } = (await pay({ order: "1" }, { payment_method: "Barter" })).body;
      await jobs.run(job_id);
      return job_id;
    };
    const [first, second, third] = [await failed(), await failed(), await failed()];
    const params = { job_id: String(first) };
    const retried = await call(retryJob, "POST", `/jobs/${first}/retry`, { headers: clinic.headers, params });
    expect(await keptBy(retried)).toEqual({ order: "1" });
    const corrects = (jobId: number) => ({ headers: { "x-corrects-job": String(jobId) } });
    expect(await keptBy(await pay(undefined, corrects(second)))).toEqual({ order: "1" });
    expect(await keptBy(await pay({ mine: "2" }, corrects(third)))).toEqual({ mine: "2" });
  });

  it("is forgotten together with the job's request", async () => {
    const { job_id } = (await pay({ order: "1" })).body;
    await jobs.run(job_id);
    await database.asOwner("UPDATE job SET finished_at = now() - interval '1000 days' WHERE id = $1", [job_id]);
    await applyRetention(new Date());
    expect(await jobs.read(job_id)).toMatchObject({ request: {}, metadata: {}, forgotten_at: expect.any(String) });
  });

  it("is an unexpected field of PATCH /referrals/{id}", async () => {
    const [referral] = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM referral WHERE linked_account_id = $1 LIMIT 1",
      [clinic.tenant.linkedAccountId],
    );
    const params = { id: referral?.id ?? "" };
    const answer = await call(updateReferral, "PATCH", `/referrals/${params.id}`, {
      headers: clinic.headers,
      params,
      body: { priority: "stat", metadata: { a: "b" } },
    });
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining("Unexpected fields: metadata")]);
  });

  it("stands in the job that reads the schedule of a provider who becomes active, and is no change by itself", async () => {
    const [provider] = await database.asOwner<{ id: string }>(
      "UPDATE provider SET status = 'inactive' WHERE id = (SELECT id FROM provider WHERE linked_account_id = $1 LIMIT 1) RETURNING replace(id::text, '-', '') AS id",
      [clinic.tenant.linkedAccountId],
    );
    const params = { id: provider?.id ?? "" };
    const change = (body: unknown) =>
      call(changeProvider, "PATCH", `/providers/${params.id}`, { headers: clinic.headers, params, body });
    expect((await change({ metadata: { a: "b" } })).status).toBe(400);
    const changed = await change({ status: "active", metadata: { a: "b" } });
    expect([changed.status, changed.body.warnings]).toEqual([200, undefined]);
    const rows = await database.asOwner(
      "SELECT metadata FROM job WHERE type = 'schedule_sync' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toEqual([{ metadata: { a: "b" } }]);
  });
});

describe("metadata of an embedded view", () => {
  const open = (parameters: Record<string, unknown>, operation = "payments:create") =>
    call(openView, "POST", "/embed/sessions", {
      headers: clinic.headers,
      body: {
        view: "operation",
        parameters: { operation, ...parameters },
        permissions: [operation],
        origin: "https://portal.example",
        actor: { id: "u-1", name: "Dana" },
      },
    });

  beforeEach(async () => {
    await database.asOwner(
      "INSERT INTO embed_origin (id, organization_id, origin) VALUES (gen_random_uuid(), $1, 'https://portal.example')",
      [clinic.tenant.organizationId],
    );
  });

  const send = (token: string, metadata?: unknown) =>
    call(createPayment, "POST", "/payments", {
      headers: { authorization: `Bearer ${token}` },
      body: { ...aPayment, ...(metadata === undefined ? {} : { metadata }) },
    });

  it("is the partner's, which a visitor cannot change, or else the request's", async () => {
    const { token } = (await open({ metadata: { order: "P-1" } })).body;
    expect(await keptBy(await send(token))).toEqual({ order: "P-1" });
    expect(await keptBy(await send(token, { order: "other" }))).toEqual({ order: "P-1" });
    const plain = (await open({})).body.token;
    expect(await keptBy(await send(plain, { order: "mine" }))).toEqual({ order: "mine" });
  });

  it("is checked when the session is made", async () => {
    const wrong = await open({ metadata: { a: 1 } });
    expect([wrong.status, wrong.body.errors]).toEqual([
      400,
      [{ field: "parameters.metadata.a", message: "must be a string" }],
    ]);
    const refused = await open({ metadata: { a: "b" } }, "referrals:update");
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, "parameters.metadata"]);
  });
});

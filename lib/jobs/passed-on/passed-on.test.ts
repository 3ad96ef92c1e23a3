import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { POST as fetchClaims } from "#app/v1/claims/fetch/route.ts";
import { POST as cancelJob } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as reconcileJob } from "#app/v1/jobs/[job_id]/reconcile/route.ts";
import { POST as sendMessage } from "#app/v1/messages/route.ts";
import { POST as searchCatalog } from "#app/v1/orders/catalog/fetch/route.ts";
import { POST as createPayment } from "#app/v1/payments/route.ts";
import { PATCH as updateReferral } from "#app/v1/referrals/[id]/route.ts";
import { POST as createService } from "#app/v1/services/route.ts";
import { readEventLog } from "#lib/jobs/emr-events/read-log";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { addDraft } from "#lib/testing/drafts";
import { type InterfaceOnlyServer, startInterfaceOnlyServer } from "#lib/testing/interface-only-server";
import { jobsOf } from "#lib/testing/jobs";
import { linkRemote, REMOTE_SECRET } from "#lib/testing/link-remote";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { type ProductServer, startProductServer } from "#lib/testing/product-server";
import { testDatabase } from "#lib/testing/test-database";
import { UNPROVEN_END } from "./receive.ts";

const WAITS = "Waits for the EMR's event";

process.env.SEED = "demo";
const database = testDatabase();
let remote: InterfaceOnlyServer;
let product: ProductServer;
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

const link = (options?: Parameters<typeof linkRemote>[3]) => linkRemote(database, clinic, remote, options);

beforeAll(async () => {
  forgetSingleton("environment");
  [remote, product] = await Promise.all([startInterfaceOnlyServer(), startProductServer()]);
  clinic = await openClinic();
  await link();
});
afterEach(async () => {
  remote.operations.length = 0;
  await jobs.forgetUnfinished();
  await link();
});
afterAll(() => Promise.all([remote.stop(), product.stop()]));

const pay = (headers: Record<string, string> = {}) =>
  call(createPayment, "POST", "/payments", {
    // The caller's own metadata stays here.
    body: { ...aPayment, metadata: { order: "A-1" } },
    headers: { ...clinic.headers, ...headers },
  });

const paid = (data: Record<string, unknown> = {}) => ({
  type: "payment.created",
  data: { payment_id: "e".repeat(32), emr_transaction_id: "TX-7", patient_mrn: "MRN-1", ...data },
});

describe("an operation that is passed on", () => {
  it("goes out whole with a callback of its own, waits without an attempt, and completes with the remote's event", async () => {
    const { answer, jobId } = await jobs.accept(pay);
    expect(answer.status).toBe(202);
    const [sent] = remote.operations;
    expect([sent?.method, sent?.path]).toEqual(["POST", "/payments"]);
    expect(sent?.body).toEqual({ ...aPayment, callback_urls: [expect.stringMatching(/\/v1\/emr-events\/[\w-]{43}$/)] });
    expect(sent?.headers).not.toHaveProperty("idempotency-key");
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      waiting_reason: WAITS,
      ambiguous: false,
      standing: { retrying: false, needs_person: false },
    });
    await jobs.run(jobId);
    expect(remote.operations).toHaveLength(1);

    const operation = await remote.operation(0);
    expect(await remote.send(operation, { type: "claim.updated", data: {} })).toBe(200);
    expect(await remote.send(operation, { ...paid(), data: {} })).toBe(400);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: WAITS });
    expect(await remote.send(operation, paid())).toBe(200);
    expect(await remote.send(operation, paid())).toBe(200);
    expect(await remote.send(operation, { ...paid(), id: "another" })).toBe(404);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "completed",
      attempts: 1,
      result: { emr_transaction_id: "TX-7", amount: aPayment.amount },
    });
    const events = await jobs.eventsOf(jobId);
    expect(events.map(({ type }) => type)).toEqual(["payment.created"]);
  });

  it("fails with the remote's reason", async () => {
    const { jobId } = await jobs.accept(pay);
    const failed = {
      type: "payment.failed",
      data: { payment_id: "e".repeat(32), failure_reason: "The ledger is closed" },
    };
    expect(await remote.send(await remote.operation(0), failed)).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason: "The ledger is closed" });
    expect((await jobs.eventsOf(jobId)).map(({ type }) => type)).toEqual(["payment.failed"]);
  });

  it("fails with the reasons that the remote states, and with its words where it states no code of ours", async () => {
    const failure_reason = "The patient is unknown";
    const stated = [
      { code: "patient_not_found", description: "Unknown in the ledger" },
      { code: "LOCKED", description: "Locked" },
    ];
    const codes: unknown[] = [];
    for (const more of [{ reasons: stated }, {}]) {
      remote.operations.length = 0;
      const { jobId } = await jobs.accept(pay);
      const failed = { type: "payment.failed", data: { payment_id: "e".repeat(32), failure_reason, ...more } };
      expect(await remote.send(await remote.operation(0), failed)).toBe(200);
      codes.push((await jobs.read(jobId)).reasons);
    }
    expect(codes).toEqual([
      [stated[0], { code: "emr_refused", description: "Locked" }],
      [{ code: "emr_refused", description: failure_reason }],
    ]);
  });

  it("completes by an event that arrives before the remote's answer", async () => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    remote.next({ kind: "hold", until });
    const accepted = jobs.accept(pay);
    expect(await remote.send(await remote.operation(0), paid())).toBe(200);
    release();
    const { answer, jobId } = await accepted;
    expect(answer.status).toBe(202);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", attempts: 1 });
    expect(await jobs.eventsOf(jobId)).toHaveLength(1);
  });

  it("names a record by the remote's own id", async () => {
    const [referral] = await database.asOwner<{ id: string; ehr_id: string }>(
      "SELECT replace(id::text, '-', '') AS id, ehr_id FROM referral WHERE linked_account_id = $1 AND ehr_id IS NOT NULL LIMIT 1",
      [clinic.tenant.linkedAccountId],
    );
    const params = { id: referral?.id ?? "" };
    const { jobId } = await jobs.accept(() =>
      call(updateReferral, "PATCH", `/referrals/${params.id}`, {
        headers: clinic.headers,
        body: { priority: "stat" },
        params,
      }),
    );
    const operation = await remote.operation(0);
    expect(operation.path).toBe(`/referrals/${referral?.ehr_id}`);
    const data = { referral_id: referral?.ehr_id, ehr_id: "E-9", patient_mrn: "MRN-1", updated_fields: ["priority"] };
    expect(await remote.send(operation, { type: "referral.updated", data })).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "completed",
      result: { referral_id: params.id, updated_fields: ["priority"] },
    });
  });

  it("takes an event whose type the interface does not show, and the id of the acceptance", async () => {
    const body = { provider: "101", subject: "Refill", message: "Before Friday, please." };
    const { jobId } = await jobs.accept(() =>
      call(sendMessage, "POST", "/messages", { headers: clinic.headers, body }),
    );
    expect(await remote.send(await remote.operation(0), { type: "message.done", data: {} })).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed", result: { emr_message_id: "f".repeat(32) } });
  });

  it("reads after the event the fields that the event does not contain", async () => {
    remote.records.claims = [
      {
        id: "1",
        emr_claim_id: "CLM-77",
        service_date: "2026-03-02",
        claim_status: "P",
        claim_status_description: "Paid",
        total_charge: "100.5",
        balance: 0,
      },
    ];
    const { jobId } = await jobs.accept(() =>
      call(fetchClaims, "POST", "/claims/fetch", {
        headers: clinic.headers,
        body: { claim_ids: ["CLM-77", "CLM-78"] },
      }),
    );
    const operation = await remote.operation(0);
    expect(await remote.send(operation, { id: "1", type: "claim.created", data: {} })).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: WAITS });
    expect(await remote.send(operation, { type: "claim.live_fetch_completed", data: { claims: [] } })).toBe(200);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "completed",
      attempts: 1,
      result: {
        claims: [{ emr_claim_id: "CLM-77", total_charge: "100.50", balance: "0.00" }],
        not_found_claim_ids: ["CLM-78"],
      },
    });
    expect(remote.operations).toHaveLength(1);
  });

  it("cannot be cancelled while the remote works on it", async () => {
    const { jobId } = await jobs.accept(pay);
    const params = { job_id: String(jobId) };
    const answer = await call(cancelJob, "POST", `/jobs/${jobId}/cancel`, {
      headers: clinic.headers,
      params,
      body: {},
    });
    expect(answer.status).toBe(409);
  });
});

describe("a remote's refusal", () => {
  it.each([400, 404, 409])("with %i is the answer to the caller, and nothing of the job stays", async (status) => {
    remote.next({ kind: "refuse", status, message: "The connected EMR is not supported" });
    const { answer, jobId } = await jobs.accept(pay);
    expect([answer.status, answer.body.message]).toEqual([status, "The connected EMR is not supported"]);
    const left = await database.asOwner(
      `SELECT id::text FROM job WHERE id = $1 UNION ALL SELECT id::text FROM payment WHERE job_id = $1
       UNION ALL SELECT id::text FROM event WHERE job_id = $1 UNION ALL SELECT id::text FROM job_attempt WHERE job_id = $1
       UNION ALL SELECT key FROM directory d JOIN passed_on p ON p.callback_hash = d.key AND p.job_id = $1`,
      [jobId],
    );
    expect(left).toEqual([]);
  });

  it.each([
    [
      "claims (interface 4.1)",
      () => call(fetchClaims, "POST", "/claims/fetch", { headers: clinic.headers, body: { claim_ids: ["CLM-1"] } }),
    ],
    [
      "the catalog (interface 4.4)",
      () => call(searchCatalog, "POST", "/orders/catalog/fetch", { headers: clinic.headers, body: { type: "lab" } }),
    ],
  ])("of a fetch of %s is the answer as it is, since it is for one EMR type only", async (_what, ask) => {
    remote.next({ kind: "refuse", status: 400, message: "Only for another EMR type" });
    const { answer, jobId } = await jobs.accept(ask);
    expect([answer.status, answer.body]).toEqual([400, { success: false, message: "Only for another EMR type" }]);
    expect(await database.asOwner("SELECT FROM job WHERE id = $1", [jobId])).toEqual([]);
  });

  it("carries its further fields to the caller, such as the job in progress, but none that is long", async () => {
    const extra = { status: "running", job_execution_id: "417", page: "x".repeat(1_000), nested: { a: 1 } };
    remote.next({ kind: "refuse", status: 409, message: "A sync is already running", extra });
    const { answer } = await jobs.accept(pay);
    expect([answer.status, answer.body]).toEqual([
      409,
      { success: false, message: "A sync is already running", status: "running", job_execution_id: "417" },
    ]);
  });

  it("is also the answer to a repetition of the request", async () => {
    const key = { "idempotency-key": newId() };
    remote.next({ kind: "refuse", status: 400, message: "Not supported" });
    expect((await jobs.accept(() => pay(key))).answer.status).toBe(400);
    expect([(await pay(key)).status, remote.operations.length]).toEqual([400, 1]);
  });

  it("lets the draft that was sent wait again", async () => {
    const person = await signIn(clinic, "staff");
    const headers = { ...person, "x-draft": await addDraft(clinic) };
    const send = () => jobs.accept(() => call(createPayment, "POST", "/payments", { body: aPayment, headers }));
    remote.next({ kind: "refuse", status: 400, message: "Not supported" });
    expect((await send()).answer.status).toBe(400);
    expect((await send()).answer.status).toBe(202);
    expect((await send()).answer.status).toBe(409);
  });

  it("fails the job once the caller has our acceptance", { tags: "long" }, async () => {
    const { promise: until, resolve: release } = Promise.withResolvers<void>();
    remote.next({ kind: "hold", until });
    const before = await jobs.newest();
    const asked = pay();
    const jobId = await jobs.next(before);
    expect((await asked).status).toBe(202);
    remote.next({ kind: "refuse", status: 400, message: "Not supported" });
    release();
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason: "Not supported" });
    expect(await jobs.eventsOf(jobId)).toHaveLength(1);
  });
});

describe("an unknown end", () => {
  it("is left to a person at once, sent once, and settled by an event that comes late", async () => {
    remote.next({ kind: "cut" });
    const { answer, jobId } = await jobs.accept(pay);
    expect(answer.status).toBe(202);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", standing: { needs_person: true } });
    await jobs.run(jobId);
    expect(remote.operations).toHaveLength(1);
    expect(await remote.send(await remote.operation(0), paid())).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(await jobs.eventsOf(jobId)).toHaveLength(1);
  });

  // Statuses with which the interface refuses nothing.
  it.each([422, 200])("is also an error with the status %i for an operation that the remote took", async (status) => {
    remote.next({ kind: "misreport", status, message: "The record is locked by another user" });
    const { answer, jobId } = await jobs.accept(pay);
    expect(answer.status).toBe(202);
    expect(await jobs.read(jobId)).toMatchObject({
      status: "queued",
      ambiguous: true,
      waiting_reason: "Whether the EMR holds it is not known: The record is locked by another user",
      standing: { needs_person: true },
    });
    await jobs.run(jobId);
    const [row] = await database.asOwner("SELECT sent_at FROM passed_on WHERE job_id = $1", [jobId]);
    expect(row?.sent_at).not.toBeNull();
    expect(await remote.send(await remote.operation(0), paid())).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect([remote.operations.length, (await jobs.eventsOf(jobId)).length]).toEqual([1, 1]);
  });

  it("is none of a read that the remote refuses with such a status", async () => {
    remote.next({ kind: "refuse", status: 422, message: "Not now" });
    const body = { claim_ids: ["CLM-1"] };
    const { jobId } = await jobs.accept(() =>
      call(fetchClaims, "POST", "/claims/fetch", { headers: clinic.headers, body }),
    );
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", failure_reason: "Not now" });
  });

  it.each([
    { kind: "cut" },
    { kind: "misreport", status: 422, message: "The record is locked by another user" },
  ] as const)(
    "after $kind is sent again under the same key with the same body if the remote honours keys",
    async (end) => {
      await link({ traits: ["idempotency_key"] });
      remote.next(end);
      const { jobId } = await jobs.accept(pay);
      await jobs.due(jobId);
      await jobs.run(jobId);
      const [first, second] = remote.operations;
      expect(first?.headers["idempotency-key"]).toMatch(/^[0-9a-f]{32}$/);
      expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
      expect(second?.body).toEqual(first?.body);
      expect(await jobs.read(jobId)).toMatchObject({ status: "queued", waiting_reason: WAITS, ambiguous: false });
    },
  );

  it.each([
    { status: 409, headers: { "retry-after": "1" }, says: "still works on the key" },
    { status: 422, headers: {}, says: "took another request under the key" },
  ])("stays unknown if the remote says at the repetition that it $says", async ({ status, headers }) => {
    await link({ traits: ["idempotency_key"] });
    remote.next({ kind: "cut" });
    const { jobId } = await jobs.accept(pay);
    remote.next({ kind: "refuse", status, message: "This Idempotency-Key is in use", headers });
    await jobs.due(jobId);
    await jobs.run(jobId);
    expect(remote.operations).toHaveLength(2);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    expect(await remote.send(await remote.operation(0), paid())).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
  });

  it("of a service is settled as held with the ids of the service and of its episode, which the remote does not show", async () => {
    remote.next({ kind: "cut" });
    const body = { patient_mrn: "MRN-1", team: "1", service_type: "101", form_id: "PHQ-2", answers: { Q1: "0" } };
    const { jobId } = await jobs.accept(() =>
      call(createService, "POST", "/services", { headers: clinic.headers, body }),
    );
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", standing: { needs_person: true } });
    const settle = (found: Record<string, string>) =>
      call(reconcileJob, "POST", `/jobs/${jobId}/reconcile`, {
        headers: clinic.headers,
        params: { job_id: String(jobId) },
        body: { outcome: "held", ...found },
      });
    const refused = await settle({ emr_id: "SVC-7" });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ field: "emr_parent_id", message: "is required, as the EMR cannot show the record" }],
    ]);
    expect((await settle({ emr_id: "SVC-7", emr_parent_id: "EPI-3" })).status).toBe(202);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(await jobs.eventsOf(jobId)).toMatchObject([
      { type: "service.created", data: { emr_service_id: "SVC-7", emr_episode_id: "EPI-3", patient_mrn: "MRN-1" } },
    ]);
    expect(remote.operations).toHaveLength(1);
  });

  it("is left to a person if no event came within a day", async () => {
    const { jobId } = await jobs.accept(pay);
    await jobs.due(jobId);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", standing: { needs_person: true } });
    expect(remote.operations).toHaveLength(1);
  });
});

const secret = REMOTE_SECRET;

/** Two payments that wait for their events, with the operations that the remote received. */
async function twoPayments(ends: readonly Parameters<typeof remote.next>[0][] = []) {
  const waiting = [];
  for (const place of [0, 1]) {
    remote.next(ends[place] ?? { kind: "accept" });
    const { jobId } = await jobs.accept(pay);
    waiting.push({ jobId, operation: await remote.operation(place) });
  }
  const [one, two] = waiting;
  if (!one || !two) throw new Error("Two payments were made");
  return { one, two };
}

const statusOf = async (jobId: number) => (await jobs.read(jobId)).status;

describe("with a secret", () => {
  beforeEach(() => link({ secret }));

  it("signed events alone count, from the first one on", async () => {
    const { jobId } = await jobs.accept(pay);
    const operation = await remote.operation(0);
    const minutes = (count: number) => new Date(Date.now() + count * 60_000);
    expect(await remote.send(operation, paid())).toBe(401);
    expect(await remote.send(operation, paid(), { secret: `whsec_${Buffer.from("wrong").toString("base64")}` })).toBe(
      401,
    );
    for (const at of [minutes(-60), minutes(-6), minutes(6), minutes(60)])
      expect(await remote.send(operation, paid(), { secret, at })).toBe(401);
    expect(await statusOf(jobId)).toBe("queued");
    expect(await remote.send(operation, paid(), { secret, at: minutes(-4) })).toBe(200);
    expect(await statusOf(jobId)).toBe("completed");
  });

  it.each(["before it ended its own job", "after that"])("an event of another job ends none: %s", async (when) => {
    const { one, two } = await twoPayments();
    const own = () => remote.send(one.operation, paid(), { secret });
    const replayed = () => remote.send(one.operation, paid(), { secret, to: two.operation });
    const answers = when === "after that" ? [await own(), await replayed()] : [await replayed(), await own()].reverse();
    expect(answers).toEqual([200, 409]);
    expect([await statusOf(one.jobId), await statusOf(two.jobId)]).toEqual(["completed", "queued"]);
    expect(await remote.send(two.operation, paid(), { secret })).toBe(200);
    expect(await statusOf(two.jobId)).toBe("completed");
  });

  it("an event of another job ends none whose acceptance was lost", async () => {
    const { one, two } = await twoPayments([{ kind: "accept" }, { kind: "cut" }]);
    expect(await remote.send(one.operation, paid(), { secret, to: two.operation })).toBe(409);
    expect(await remote.send(two.operation, paid({ patient_mrn: "MRN-2" }), { secret })).toBe(409);
    expect(await remote.send(two.operation, paid(), { secret })).toBe(200);
    expect([await statusOf(one.jobId), await statusOf(two.jobId)]).toEqual(["queued", "completed"]);
  });

  it("an event ends one job, even if two whose acceptances were lost receive it at once", async () => {
    const { one, two } = await twoPayments([{ kind: "cut" }, { kind: "cut" }]);
    const send = (to: typeof one.operation) => remote.send(one.operation, paid(), { secret, to });
    const answers = await Promise.all([
      send(one.operation),
      send(two.operation),
      send(two.operation),
      send(one.operation),
    ]);
    expect(answers.toSorted()).toEqual([200, 200, 409, 409]);
    const ended = [await statusOf(one.jobId), await statusOf(two.jobId)];
    expect(ended.toSorted()).toEqual(["completed", "queued"]);
  });

  it("an event that comes many times at once ends its job once", async () => {
    const { jobId } = await jobs.accept(pay);
    const operation = await remote.operation(0);
    const answers = await Promise.all(Array.from({ length: 6 }, () => remote.send(operation, paid(), { secret })));
    expect(answers).toEqual(Array(6).fill(200));
    expect(await jobs.eventsOf(jobId)).toHaveLength(1);
  });

  it("an event that names another record, another job, or none, ends no job", async () => {
    const { jobId } = await jobs.accept(pay);
    const operation = await remote.operation(0);
    const send = (event: Parameters<typeof remote.send>[1]) => remote.send(operation, event, { secret });
    expect(await send(paid({ payment_id: "f".repeat(32) }))).toBe(409);
    expect(await send({ ...paid(), job_id: "100" })).toBe(409);
    expect(await send({ ...paid(), job_id: "" })).toBe(409);
    expect(await send({ ...paid(), type: "order.created" })).toBe(200);
    expect(await statusOf(jobId)).toBe("queued");
  });

  it("an event of another account of the same remote ends no job here", async () => {
    const other = await openClinic();
    await linkRemote(database, other, remote, { secret });
    const mine = await jobs.accept(pay);
    const before = await jobs.newest();
    const asked = call(createPayment, "POST", "/payments", { body: aPayment, headers: other.headers });
    await jobsOf(database, () => other).run(await jobs.next(before));
    expect((await asked).status).toBe(202);
    const [here, there] = [await remote.operation(0), await remote.operation(1)];
    expect(await remote.send(there, paid(), { secret, to: here })).toBe(409);
    expect(await statusOf(mine.jobId)).toBe("queued");
  });
});

describe("without a secret", () => {
  it("an event of another job ends none", async () => {
    const { one, two } = await twoPayments();
    expect(await remote.send(one.operation, paid(), { to: two.operation })).toBe(409);
    expect(await remote.send(two.operation, paid())).toBe(200);
    expect([await statusOf(one.jobId), await statusOf(two.jobId)]).toEqual(["queued", "completed"]);
  });

  it("an event ends a job once the remote itself shows that its job has ended so, if it shows jobs", async () => {
    await link({ traits: ["decisions"] });
    const { jobId } = await jobs.accept(pay);
    const operation = await remote.operation(0);
    const shown = String(operation.jobId);
    for (const status of [undefined, "queued", "failed"] as const) {
      if (status) remote.jobs.set(shown, status);
      expect(await remote.send(operation, paid())).toBe(409);
    }
    expect(await statusOf(jobId)).toBe("queued");
    remote.jobs.set(shown, "completed");
    expect(await remote.send(operation, paid())).toBe(200);
    expect(await statusOf(jobId)).toBe("completed");
    expect((await jobs.read(jobId)).warnings).toEqual([]);
  });

  /** Has the remote asked for its jobs as if another hour had passed since the sending. */
  async function readJobs() {
    const mine = [clinic.tenant.linkedAccountId];
    const before = "interval '1 hour'";
    await database.asOwner(`UPDATE passed_on SET sent_at = sent_at - ${before} WHERE linked_account_id = $1`, mine);
    await database.asOwner(
      `UPDATE emr_event_reading SET since = since - ${before}, next_at = now() - interval '1 second' WHERE linked_account_id = $1`,
      mine,
    );
    await readEventLog(clinic.tenant);
  }

  it("a job whose event is lost ends as the remote's own job has, and an event that comes late changes nothing", async () => {
    await link({ traits: ["decisions"] });
    const { jobId } = await jobs.accept(pay);
    const operation = await remote.operation(0);
    const shown = String(operation.jobId);
    for (const unended of [undefined, "queued", "completed"] as const) {
      if (unended) remote.jobs.set(shown, unended);
      await readJobs();
      // A job that is done and shows no values leaves it to the event.
      expect(await statusOf(jobId)).toBe("queued");
    }
    remote.jobs.set(shown, { status: "completed", result: paid().data });
    await readJobs();
    expect(await jobs.read(jobId)).toMatchObject({
      status: "completed",
      attempts: 1,
      warnings: [],
      result: { emr_transaction_id: "TX-7" },
    });
    for (const late of [paid(), paid()]) expect(await remote.send(operation, late)).toBe(200);
    expect(await remote.send(operation, { ...paid(), id: "another" })).toBe(404);
    expect(await jobs.eventsOf(jobId)).toHaveLength(1);
  });

  it.each([
    ["failed", [{ code: "patient_not_found", description: "Unknown there" }], "patient_not_found"],
    ["cancelled", [{ code: "cancelled", description: "Taken back there" }], "cancelled"],
  ])("a job whose event is lost fails if the remote's own has %s", async (status, reasons, code) => {
    await link({ traits: ["decisions"] });
    const { jobId } = await jobs.accept(pay);
    const operation = await remote.operation(0);
    remote.jobs.set(String(operation.jobId), { status, failure_reason: "Not posted", reasons });
    await readJobs();
    expect(await jobs.read(jobId)).toMatchObject({
      status: "failed",
      failure_reason: "Not posted",
      reasons: [{ code }],
    });
  });

  it.each([
    ["completed", paid()],
    ["failed", { type: "payment.failed", data: { failure_reason: "closed" } }],
  ])("a job that %s by an event alone says so, if the remote shows no jobs", async (status, event) => {
    const { jobId } = await jobs.accept(pay);
    expect(await remote.send(await remote.operation(0), event)).toBe(200);
    expect(await jobs.read(jobId)).toMatchObject({ status, warnings: [UNPROVEN_END] });
  });
});

it.each([
  ["[", "]"],
  ['{"a":', "}"],
])("a body with a hundred thousand levels of %s is no event", async (opening, closing) => {
  const { jobId } = await jobs.accept(pay);
  const operation = await remote.operation(0);
  const deep = `${opening.repeat(100_000)}1${closing.repeat(100_000)}`;
  const body = `{"type":"payment.created","job_id":"${operation.jobId}","data":{"emr_transaction_id":"TX-7","deep":${deep}}}`;
  const answer = await fetch(operation.body.callback_urls[0] ?? "", { method: "POST", body });
  expect(answer.status).toBe(400);
  await answer.arrayBuffer();
  expect(await statusOf(jobId)).toBe("queued");
});

it("a callback of no job answers 404", async () => {
  const operation = {
    method: "POST",
    path: "",
    headers: {},
    body: { callback_urls: [`${product.baseUrl}/emr-events/${"x".repeat(43)}`] },
    jobId: 1,
  };
  expect(await remote.send(operation, paid())).toBe(404);
});

// The last test: the pause that the remote asks for holds for the account.
it("a limit of calls postpones the job without leaving its outcome unknown", async () => {
  remote.next({ kind: "refuse", status: 429, message: "Slow down", headers: { "retry-after": "1" } });
  const { answer, jobId } = await jobs.accept(pay);
  expect(answer.status).toBe(202);
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", attempts: 0, ambiguous: false });
});

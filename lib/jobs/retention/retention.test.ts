import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as getEvent } from "#app/v1/events/[id]/route.ts";
import { GET as listEvents } from "#app/v1/events/route.ts";
import { POST as retryJob } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { GET as getJob } from "#app/v1/jobs/[job_id]/route.ts";
import { POST as retryJobs } from "#app/v1/jobs/retry/route.ts";
import {
  auditLog,
  delivery,
  deliveryAttempt,
  event,
  idempotencyKey,
  inboxReceipt,
  job,
  recordChange,
  streamMessage,
} from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { emrEventTaken } from "#lib/jobs/emr-events/table";
import { openCallback } from "#lib/jobs/passed-on/callback";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { payment } from "#lib/resources/payments/table";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { addDraft } from "#lib/testing/drafts";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { makeWithoutAccounts } from "#lib/testing/without-accounts";
import { applyRetention, applyRetentionWhenDue } from "./retention.ts";

const database = testDatabase();
const now = new Date();
const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000);
/** More than two batches of 500. */
const MANY = 1_100;
let clinic: TestAccount;
let other: TestAccount;
let partner: Awaited<ReturnType<typeof makeWithoutAccounts>>;

/** Simulates a process that was started with these settings. */
function startWith(settings: Record<string, string> = {}): void {
  for (const name of ["JOBS", "EVENTS", "RECEIPTS", "EXCHANGES", "IDEMPOTENCY", "DRAFTS", "CHANGES"]) {
    process.env[`RETAIN_${name}_DAYS`] = settings[name] ?? "";
  }
  forgetSingleton("environment");
}

interface Old {
  done: number;
  failed: number;
  queued: number;
  running: number;
  young: number;
}
let jobs: Old;
let events: Record<"delivered" | "pending" | "held" | "young", string>;
let nextJob = 1_000;

type JobStatus = (typeof job.$inferInsert)["status"];

async function insertJob({ tenant }: TestAccount, status: JobStatus, finishedAt: Date | null): Promise<number> {
  const id = nextJob++;
  await withTenant(tenant, async (tx) => {
    await tx.insert(job).values({
      id,
      ...tenant,
      type: "payments:create",
      status,
      patientMrn: "MRN-1",
      actor: { kind: "user", id: "u", name: "Dana" },
      request: { patient_mrn: "MRN-1", notes: "said in confidence" },
      callbackUrls: ["https://partner.example/in?key=k"],
      accessTokenReferenceId: "reference-1",
      identifiers: { payment_id: "p" },
      emrIdempotencyKey: newId(),
      result: status === "completed" ? { transaction_id: "T-1" } : null,
      failureReason: status === "failed" ? "Card declined" : null,
      createdAt: finishedAt ?? daysAgo(900),
      finishedAt,
    });
    await tx.insert(payment).values({
      id: newId(),
      ...tenant,
      jobId: id,
      patientMrn: "MRN-1",
      paymentMethod: "cash",
      referenceNumber: "R",
      location: "LOC-1",
      amount: "1.00",
      depositDate: "2026-01-01",
    });
  });
  return id;
}

type DeliveryStatus = (typeof delivery.$inferInsert)["status"];

/** Inserts an event with its receipt and one delivery of this status, which has one attempt with a response. */
async function insertEvent({ tenant }: TestAccount, status: DeliveryStatus, at: Date): Promise<string> {
  const [id, deliveryId] = [newId(at.getTime()), newId(at.getTime())];
  await withTenant(tenant, async (tx) => {
    const envelope = { id, type: "payment.created", data: { patient_mrn: "MRN-1" } };
    await tx.insert(event).values({ id, ...tenant, type: "payment.created", envelope, createdAt: at });
    await tx.insert(delivery).values({ id: deliveryId, ...tenant, eventId: id, targetKind: "callback", status });
    await tx.insert(deliveryAttempt).values({
      id: newId(at.getTime()),
      ...tenant,
      deliveryId,
      attempt: 1,
      at,
      durationMs: 5,
      exchange: { request: { headers: {} }, response: { headers: {}, body: "ok", cut: false } },
    });
    await tx.insert(inboxReceipt).values({ ...tenant, eventId: id, envelope, receivedAt: at });
    await tx.insert(streamMessage).values({ ...tenant, kind: "event", payload: envelope, createdAt: at });
  });
  return id;
}

const insertKey = ({ tenant }: Pick<TestAccount, "tenant">, key: string, createdAt: Date) =>
  withTenant(tenant, (tx) =>
    tx
      .insert(idempotencyKey)
      .values({ ...tenant, actorKey: "user:u", key, requestHash: "h", status: 202, body: {}, createdAt }),
  );

beforeAll(async () => {
  clinic = await openClinic();
  other = await makeLinkedAccount();
  partner = await makeWithoutAccounts();
});

beforeEach(async () => {
  startWith();
  await database.asOwner(
    `TRUNCATE job, payment, event, delivery, delivery_attempt, inbox_receipt, stream_message, idempotency_key,
       audit_log, periodic_task, passed_on, emr_event_taken, draft, record_change CASCADE`,
  );
  jobs = {
    done: await insertJob(clinic, "completed", daysAgo(366)),
    failed: await insertJob(clinic, "failed", daysAgo(400)),
    queued: await insertJob(clinic, "queued", null),
    running: await insertJob(clinic, "running", null),
    young: await insertJob(clinic, "completed", daysAgo(364)),
  };
  events = {
    delivered: await insertEvent(clinic, "succeeded", daysAgo(91)),
    pending: await insertEvent(clinic, "pending", daysAgo(91)),
    held: await insertEvent(clinic, "held", daysAgo(91)),
    young: await insertEvent(clinic, "failed", daysAgo(89)),
  };
  await insertEvent(other, "failed", daysAgo(200));
  await insertEvent(clinic, "succeeded", daysAgo(13));
  for (const jobId of [jobs.done, jobs.queued, jobs.young]) {
    await withTenant(clinic.tenant, (tx) => openCallback(tx, clinic.tenant, jobId, { callerWaits: false }));
  }
  const due = "UPDATE passed_on SET due_at = now() - interval '100 days' WHERE job_id = ANY ($1)";
  await database.asOwner(due, [[jobs.done, jobs.queued]]);
  await withTenant(clinic.tenant, (tx) =>
    tx.insert(emrEventTaken).values([
      { ...clinic.tenant, eventId: "old", takenAt: daysAgo(91) },
      { ...clinic.tenant, eventId: "young", takenAt: daysAgo(89) },
    ]),
  );
  await insertKey(clinic, "old", daysAgo(1.1));
  await insertKey(clinic, "young", daysAgo(0.9));
  // Of an API client that came without an access token.
  const alone = { tenant: { ...clinic.tenant, linkedAccountId: clinic.apiClientId } };
  await insertKey(alone, "old", daysAgo(1.1));
  await insertKey(alone, "young", daysAgo(0.9));
  await insertKey(
    { tenant: { organizationId: partner.organizationId, linkedAccountId: partner.apiClientId } },
    "old",
    daysAgo(1.1),
  );
  await addDraft(clinic, daysAgo(31));
  await addDraft(clinic, daysAgo(29));
  const entry = { kind: "patients", change: "deleted", recordId: newId() } as const;
  await withTenant(clinic.tenant, (tx) =>
    tx.insert(recordChange).values(
      [31, 29].map((days, at) => ({
        ...clinic.tenant,
        ...entry,
        updatedFields: [],
        position: at + 1,
        at: daysAgo(days),
      })),
    ),
  );
  const { organizationId, linkedAccountId } = clinic.tenant;
  await withTenant(clinic.tenant, (tx) =>
    tx.insert(auditLog).values({
      id: newId(daysAgo(2_000).getTime()),
      organizationId,
      linkedAccountId,
      actor: { kind: "user", id: "u", name: "Dana" },
      action: "patients:read",
      route: "GET /patients",
      status: 200,
      at: daysAgo(2_000),
    }),
  );
});

const rows = async (table: string) =>
  (await database.asOwner<{ count: number }>(`SELECT count(*)::int AS count FROM ${table}`))[0]?.count;

const readJob = async (id: number) =>
  (await call(getJob, "GET", `/jobs/${id}`, { headers: clinic.headers, params: { job_id: String(id) } })).body.job;

it("deletes every tenant's expired data, except of unfinished jobs", async () => {
  expect(await applyRetention(now)).toEqual({
    job: 2,
    event: 2,
    stream_message: 4,
    receipt: 4,
    // The events' own attempts were deleted with them.
    exchange: 3,
    callback: 1,
    emr_event: 1,
    idempotency_key: 3,
    draft: 1,
    shift_note: 0,
    change: 1,
  });
  expect(await database.asOwner("SELECT position FROM record_change")).toEqual([{ position: "2" }]);
  expect(await database.asOwner("SELECT event_id AS id FROM emr_event_taken")).toEqual([{ id: "young" }]);
  expect(await rows("draft")).toBe(1);
  const callbacks = await database.asOwner<{ job: string }>(
    "SELECT p.job_id AS job FROM passed_on p JOIN directory d ON d.kind = 'callback' AND d.key = p.callback_hash ORDER BY 1",
  );
  expect(callbacks.map(({ job }) => Number(job))).toEqual([jobs.queued, jobs.young]);
  const left = await database.asOwner<{ id: string }>("SELECT replace(id::text, '-', '') AS id FROM event");
  const ids = left.map(({ id }) => id);
  expect(ids).not.toContain(events.delivered);
  for (const kept of ["pending", "held", "young"] as const) expect(ids).toContain(events[kept]);
  expect([await rows("delivery"), await rows("delivery_attempt"), await rows("inbox_receipt")]).toEqual([4, 4, 2]);
  expect(await database.asOwner("SELECT key FROM idempotency_key")).toEqual([{ key: "young" }, { key: "young" }]);
  // Rows of jobs, records and the audit log stay.
  expect([await rows("job"), await rows("payment")]).toEqual([5, 5]);
  expect(await database.asOwner("SELECT 1 FROM audit_log WHERE at < now() - interval '1999 days'")).toHaveLength(1);
  expect(Object.values((await applyRetention(now)) ?? {})).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it("reports a job's request and an event as deleted", async () => {
  await applyRetention(now);
  const done = await readJob(jobs.done);
  expect(done).toMatchObject({ status: "completed", request: {}, result: null, forgotten_at: expect.any(String) });
  expect(done.identifiers).toEqual({ payment_id: "p" });
  expect(await readJob(jobs.failed)).toMatchObject({ request: {}, failure_reason: "Card declined" });
  for (const id of [jobs.queued, jobs.running, jobs.young]) {
    const kept = await readJob(id);
    expect(kept).toMatchObject({ forgotten_at: null, request: { notes: "said in confidence" } });
    expect(kept.request.callback_urls).toHaveLength(1);
  }
  const stored = await database.asOwner<{ row: string }>("SELECT j::text AS row FROM job j WHERE id = $1", [jobs.done]);
  expect(stored[0]?.row).not.toMatch(/confidence|partner|T-1/);

  const { headers } = clinic;
  const again = await call(retryJob, "POST", `/jobs/${jobs.failed}/retry`, {
    headers,
    params: { job_id: String(jobs.failed) },
    body: {},
  });
  expect([again.status, again.body.message]).toEqual([
    409,
    "This job's request was deleted after its retention period; send it anew instead; nothing was saved",
  ]);
  const all = await call(retryJobs, "POST", "/jobs/retry", { headers, body: { dry_run: true } });
  expect(all.body.count).toBe(0);

  const gone = await call(getEvent, "GET", `/events/${events.delivered}`, {
    headers,
    params: { id: events.delivered },
  });
  expect([gone.status, gone.body.message]).toEqual([404, "Event not found"]);
  expect((await call(listEvents, "GET", "/events", { headers })).body.events).toHaveLength(4);
});

it("keeps data permanently for 0 days, and longer for more days", async () => {
  startWith({ JOBS: "0", EVENTS: "0", RECEIPTS: "150", EXCHANGES: "0", IDEMPOTENCY: "0", DRAFTS: "0", CHANGES: "0" });
  expect(await applyRetention(now)).toEqual({ receipt: 1, shift_note: 0 });
});

it("deletes in small batches, as many as necessary", { tags: "long" }, async () => {
  const { organizationId, linkedAccountId } = clinic.tenant;
  await database.asOwner(
    `INSERT INTO idempotency_key (organization_id, linked_account_id, actor_key, key, request_hash, status, body, created_at)
     SELECT $1, $2, 'user:u', 'many ' || n, 'h', 202, '{}', now() - interval '3 days' FROM generate_series(1, ${MANY}) n`,
    [organizationId, linkedAccountId],
  );
  await database.asOwner(
    `INSERT INTO stream_message (organization_id, linked_account_id, kind, payload, created_at)
     SELECT $1, $2, 'job', '{}', now() - interval '100 days' FROM generate_series(1, ${MANY}) n`,
    [other.tenant.organizationId, other.tenant.linkedAccountId],
  );
  const totals = await applyRetention(now);
  expect([totals.idempotency_key, totals.stream_message]).toEqual([MANY + 3, MANY + 4]);
  // The remaining messages of an account without readers have positions.
  const kept = await database.asOwner<{ position: string | null }>("SELECT position FROM stream_message");
  expect(kept.map(({ position }) => position)).toEqual([expect.any(String), expect.any(String)]);
});

it("stops between two batches when its process ends", async () => {
  const stopped = new AbortController();
  stopped.abort();
  expect(await applyRetention(now, stopped.signal)).toEqual({});
});

it("runs once an hour in one of all processes", async () => {
  const forgotten = async () => (await readJob(jobs.done)).forgotten_at !== null;
  const again = () => database.asOwner("UPDATE job SET forgotten_at = NULL");
  await Promise.all(Array.from({ length: 5 }, () => applyRetentionWhenDue()));
  expect(await forgotten()).toBe(true);
  await again();
  await applyRetentionWhenDue();
  expect(await forgotten()).toBe(false);
  await database.asOwner("UPDATE periodic_task SET began_at = began_at - interval '1 hour'");
  await applyRetentionWhenDue();
  expect(await forgotten()).toBe(true);
});

describe("a process whose clock differs from the database's", () => {
  afterEach(() => {
    vi.useRealTimers();
    forgetSingleton("clock");
  });

  it.each([
    ["400 days ahead", 400 * 86_400_000],
    ["400 days behind", -400 * 86_400_000],
    ["2 minutes ahead", 120_000],
    ["2 minutes behind", -120_000],
  ])("deletes nothing: %s", async (_name, ms) => {
    startWith();
    await database.asOwner("DELETE FROM periodic_task");
    const kept = async () => {
      const [rows] = await database.asOwner<{ events: number; jobs: number }>(
        `SELECT (SELECT count(*)::integer FROM event) AS events,
           (SELECT count(*)::integer FROM job WHERE forgotten_at IS NULL) AS jobs`,
      );
      return rows;
    };
    const before = await kept();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    await applyRetentionWhenDue();
    expect(await kept()).toEqual(before);
    // Another process, whose clock is right, finds the hour's run unclaimed.
    expect(await database.asOwner("SELECT FROM periodic_task WHERE name = 'retention'")).toEqual([]);
  });

  it("deletes by the database's time if the difference is small", async () => {
    startWith();
    await database.asOwner("DELETE FROM periodic_task");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 30_000 });
    await applyRetentionWhenDue();
    expect(await database.asOwner("SELECT FROM periodic_task WHERE name = 'retention'")).toHaveLength(1);
  });
});

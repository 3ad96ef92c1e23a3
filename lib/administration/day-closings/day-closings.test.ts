import { beforeEach, describe, expect, it } from "vitest";
import { GET as GET_ONE } from "#app/v1/day-closings/[id]/route.ts";
import { GET as PREVIEW } from "#app/v1/day-closings/preview/route.ts";
import { GET, POST } from "#app/v1/day-closings/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let pat: Record<string, string>;
const jobs = jobsOf(database, () => clinic);

/** A past day, so that the clinic's own is never in the way. */
const DAY = "2026-03-02";

beforeEach(async () => {
  clinic = await openClinic();
  pat = await signIn(clinic, "staff");
});

interface Posted {
  payment_id: string;
  job_id: number;
}

/** Posts a payment at a moment. */
async function pay(at: string, given: object = {}, headers = pat): Promise<Posted> {
  const { status, body } = await call(PAY, "POST", "/payments", { body: { ...aPayment, ...given }, headers });
  expect(status, JSON.stringify(body)).toBe(202);
  await database.asOwner("UPDATE payment SET created_at = $2 WHERE job_id = $1", [body.job_id, at]);
  return body as Posted;
}

/** Posts a payment that the EMR confirms. */
async function posted(at: string, given: object = {}): Promise<Posted> {
  const made = await pay(at, given);
  await jobs.run(made.job_id);
  return made;
}

/** Posts a payment that the EMR refuses. */
const refused = (at: string, given: object = {}) => posted(at, { payment_method: "Barter", ...given });

const NOON = `${DAY}T17:00:00Z`;

const preview = async (query = `date=${DAY}`, headers = pat) =>
  (await call(PREVIEW, "GET", `/day-closings/preview?${query}`, { headers })).body.day;
const close = (body: object = {}, headers = pat) =>
  call(POST, "POST", "/day-closings", { body: { date: DAY, location_id: "LOC-1", ...body }, headers });
const read = async (id: string) =>
  (await call(GET_ONE, "GET", `/day-closings/${id}`, { headers: pat, params: { id } })).body.day_closing;

describe("GET /day-closings/preview", () => {
  it("adds up what the EMR confirmed, and lists what failed or waits", async () => {
    await posted(NOON);
    await posted(NOON, { amount: 0.01, location: "LOC-2", payment_method: "Credit Card" });
    const failed = await refused(NOON, { amount: 7 });
    const waiting = await pay(NOON, { amount: 9.99 });
    const day = await preview();
    expect(day).toMatchObject({
      date: DAY,
      location_id: null,
      timezone: "America/New_York",
      totals: { count: 2, amount: "45.51", by_method: [{ payment_method: "credit card", count: 2 }] },
      failed: { count: 1, amount: "7.00", payments: [{ job_id: failed.job_id, status: "failed" }] },
      waiting: { count: 1, amount: "9.99", payments: [{ job_id: waiting.job_id, payment_method: "credit card" }] },
      day_closings: [],
    });
    expect(day.totals.by_location).toMatchObject([
      { location_id: "LOC-1", location_name: "Main", amount: "45.50" },
      { location_id: "LOC-2", location_name: "North", amount: "0.01" },
    ]);
    expect((await preview(`date=${DAY}&location_id=LOC-2`)).totals.amount).toBe("0.01");
    expect(await preview(`date=${DAY}&location_id=LOC-9`)).toMatchObject({ totals: { count: 0, amount: "0.00" } });
  });

  it("begins and ends the day in the clinic's zone, also where the clocks change", async () => {
    // New York is five hours behind in winter, four in summer; 2026-03-08 has 23 hours there, 2026-11-01 has 25.
    for (const [at, day] of [
      ["2026-03-02T04:59:59.999Z", "2026-03-01"],
      ["2026-03-02T05:00:00Z", "2026-03-02"],
      ["2026-03-08T05:00:00Z", "2026-03-08"],
      ["2026-03-09T03:59:59Z", "2026-03-08"],
      ["2026-03-09T04:00:00Z", "2026-03-09"],
      ["2026-11-02T04:59:59Z", "2026-11-01"],
      ["2026-11-02T05:00:00Z", "2026-11-02"],
    ] as const) {
      const { payment_id } = await pay(at);
      const { waiting } = await preview(`date=${day}`);
      expect(
        waiting.payments.map((each: Posted) => each.payment_id),
        at,
      ).toContain(payment_id);
    }
  });

  it("counts a retry on the day of its payment, for the person who took it, and a correction once", async () => {
    const failed = await refused(NOON);
    const admin = await signIn(clinic, "admin");
    const params = { job_id: String(failed.job_id) };
    const retried = await call(RETRY, "POST", `/jobs/${failed.job_id}/retry`, { headers: admin, params, body: {} });
    const again = Number(retried.body.job_id);
    const [open] = (await preview()).waiting.payments;
    expect(open).toMatchObject({ job_id: again, payment_id: failed.payment_id });
    await jobs.run(again);
    const correction = await pay(NOON, { amount: 12 }, { ...pat, "x-corrects-job": String(again) });
    await jobs.run(correction.job_id);
    const day = await preview();
    expect(day).toMatchObject({ totals: { count: 1, amount: "12.00" }, failed: { count: 0 }, waiting: { count: 0 } });
    expect(open.person.name).toBe(day.totals.by_person[0].person.name);
  });
});

describe("POST /day-closings", () => {
  it("keeps what the day came to, and shows apart what follows", async () => {
    await posted(NOON);
    const failed = await refused(NOON, { amount: 7 });
    const waiting = await pay(NOON, { amount: 9.99 });
    const { status, body } = await close();
    expect(status).toBe(201);
    const { day_closing: closing } = body;
    expect(closing).toMatchObject({
      date: DAY,
      location_id: "LOC-1",
      location_name: "Main",
      timezone: "America/New_York",
      totals: { count: 1, amount: "45.50" },
      failed: { count: 1, amount: "7.00" },
      waiting: { count: 1, amount: "9.99" },
      closed_by: { kind: "user" },
    });
    await jobs.run(waiting.job_id);
    const late = await posted(NOON, { amount: 100 });
    const lateFailure = await refused(NOON, { amount: 3 });
    const now = await read(closing.id);
    expect(now).toMatchObject(closing);
    expect(now.after).toMatchObject({
      totals: { count: 2, amount: "109.99" },
      failed: { count: 2, amount: "10.00", payments: [{ job_id: failed.job_id }, { job_id: lateFailure.job_id }] },
      waiting: { count: 0 },
    });
    expect(late.job_id).toBeGreaterThan(0);
    expect((await preview(`date=${DAY}&location_id=LOC-1`)).day_closings).toEqual([closing]);
    const listed = await call(GET, "GET", `/day-closings?date=${DAY}&location_id=LOC-1`, { headers: pat });
    expect(listed.body.day_closings).toEqual([closing]);
    expect((await call(GET, "GET", "/day-closings?location_id=LOC-2", { headers: pat })).body.day_closings).toEqual([]);
  });

  it("keeps the day's bounds when the account's zone changes", async () => {
    await posted(`${DAY}T06:00:00Z`);
    const { id } = (await close()).body.day_closing;
    await database.asOwner("UPDATE linked_account SET timezone = 'America/Los_Angeles' WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    await posted(`${DAY}T06:30:00Z`, { amount: 1 });
    expect((await read(id)).after.totals).toMatchObject({ count: 1, amount: "1.00" });
    expect((await preview()).totals.count).toBe(0);
  });

  it("closes a day once at a location, whoever asks at once, and names the first closing", async () => {
    await posted(NOON);
    const sam = await signIn(clinic, "staff");
    const both = await Promise.all([close(), close({}, sam)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    const made = both.find(({ status }) => status === 201)?.body.day_closing;
    const refusal = both.find(({ status }) => status === 409)?.body;
    expect(refusal).toMatchObject({ day_closing_id: made.id, message: expect.stringMatching(/has closed this day/) });
    expect((await close({ location_id: "LOC-2" })).status).toBe(201);
    expect((await close({ date: "2026-03-03" })).status).toBe(201);
    const audited = await database.asOwner<{ actor: { id: string } }>(
      "SELECT actor FROM audit_log WHERE linked_account_id = $1 AND action = 'day-closings:create' AND status = 201 ORDER BY at",
      [clinic.tenant.linkedAccountId],
    );
    expect(audited).toHaveLength(3);
    expect(audited[0]?.actor.id).toBe(made.closed_by.id);
  });

  it("answers a repeated request as the first time", async () => {
    const key = { ...pat, "idempotency-key": "close-once" };
    const [first, second] = [await close({}, key), await close({}, key)];
    expect(second).toMatchObject({ status: 201, body: first.body });
  });

  it("closes a location that the EMR has removed while payments name it", async () => {
    await posted(NOON, { location: "LOC-2" });
    await database.asOwner("DELETE FROM location WHERE linked_account_id = $1 AND emr_id = 'LOC-2'", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await close({ location_id: "LOC-2" })).body.day_closing).toMatchObject({
      location_name: null,
      totals: { amount: "45.50", by_location: [{ location_id: "LOC-2", location_name: null }] },
    });
    expect((await close({ location_id: "LOC-2", date: "2026-03-03" })).status).toBe(400);
  });

  it.each([
    [{ date: "2099-01-01" }, "date"],
    [{ date: "2026-02-30" }, "date"],
    [{ location_id: "LOC-9" }, "location_id"],
    [{ location_id: "" }, "location_id"],
  ])("refuses %j", async (body, field) => {
    const answer = await close(body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ field }]);
  });

  it("takes today", async () => expect((await close({ date: todayIn("America/New_York") })).status).toBe(201));

  it("is neither seen nor changed from another account, and by the application never changed", async () => {
    await posted(NOON);
    const { id } = (await close()).body.day_closing;
    const other = await openClinic();
    const one = await call(GET_ONE, "GET", `/day-closings/${id}`, { headers: other.headers, params: { id } });
    expect(one.status).toBe(404);
    expect((await preview(`date=${DAY}`, other.headers)).totals.count).toBe(0);
    const [rights] = await database.asOwner<{ changes: boolean; deletes: boolean }>(
      "SELECT has_table_privilege('crc_app', 'day_closing', 'UPDATE') AS changes, has_table_privilege('crc_app', 'day_closing', 'DELETE') AS deletes",
    );
    expect(rights).toEqual({ changes: false, deletes: false });
  });
});

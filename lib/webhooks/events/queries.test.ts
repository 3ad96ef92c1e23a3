import { beforeAll, describe, expect, it } from "vitest";
import { GET as EVENT } from "#app/v1/events/[id]/route.ts";
import { GET as EVENTS } from "#app/v1/events/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { delivery, deliveryAttempt } from "#lib/db/schema";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { eventModel } from "./model.ts";

const database = testDatabase();
let clinic: TestAccount;
let other: TestAccount;
const jobs = jobsOf(database, () => clinic);
const TARGET = "https://one.example/hook";

async function pay() {
  const body = { ...aPayment, callback_urls: [TARGET] };
  const { job_id } = (await call(PAY, "POST", "/payments", { body, headers: clinic.headers })).body;
  await jobs.run(job_id);
  return String(job_id);
}

const list = async (query = "", account = clinic) =>
  (await call(EVENTS, "GET", `/events${query}`, { headers: account.headers })).body;
const get = (id: string, account = clinic) =>
  call(EVENT, "GET", `/events/${id}`, { headers: account.headers, params: { id } });
const jobIds = (body: { events: { event: { job_id: string } }[] }) => body.events.map(({ event }) => event.job_id);

let paid: string[];

beforeAll(async () => {
  [clinic, other] = [await openClinic(), await openClinic()];
  paid = [await pay(), await pay(), await pay()];
});

describe("GET /events", () => {
  it("lists the newest first, each as it was sent, with the deliveries to its targets", async () => {
    const body = await list();
    expect(jobIds(body)).toEqual([...paid].reverse());
    for (const found of body.events) expect(eventModel.strict().parse(found)).toEqual(found);
    expect(body.events[0].event).toMatchObject({ object: "event", type: "payment.created", job_id: paid[2] });
    expect(body.events[0].deliveries).toMatchObject([
      { target: "inbox", endpoint_id: null, status: "pending", attempts: [] },
      { target: TARGET, endpoint_id: null, status: "pending", attempts: [] },
    ]);
  });

  it("pages without gaps or duplicates while events are added; another account sees none", async () => {
    const first = await list("?limit=2");
    paid.push(await pay());
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([...jobIds(first), ...jobIds(second)]).toEqual(paid.slice(0, 3).reverse());
    expect(second.next_cursor).toBeUndefined();
    expect((await list("", other)).events).toEqual([]);
  });
});

describe("the filters of GET /events", () => {
  it("filter by type, job and time", async () => {
    expect(jobIds(await list(`?job_id=${paid[1]}`))).toEqual([paid[1]]);
    expect(jobIds(await list("?event_types=payment.created,payment.failed"))).toHaveLength(paid.length);
    expect((await list("?event_types=payment.failed")).events).toEqual([]);
    const newest = (await list("?limit=1")).events[0].event.created;
    const moment = encodeURIComponent(newest);
    expect(jobIds(await list(`?created_after=${moment}`))).toEqual([paid.at(-1)]);
    expect(jobIds(await list(`?created_before=${moment}`))).toHaveLength(paid.length);
    expect((await list("?created_after=2090-01-01T00:00:00Z")).events).toEqual([]);
  });

  it("filter by the status of a delivery, and by its endpoint", async () => {
    const id = newId();
    const [first] = (await list("?limit=1")).events;
    await withTenant(clinic.tenant, (tx) =>
      tx.insert(delivery).values({
        ...clinic.tenant,
        id: newId(),
        eventId: first.event.id,
        targetKind: "endpoint",
        targetUrl: "https://two.example/hook",
        endpointId: id,
        status: "failed",
      }),
    );
    const mine = [first.event.job_id];
    expect(jobIds(await list("?delivery_status=failed,refused"))).toEqual(mine);
    expect(jobIds(await list(`?endpoint_id=${id}`))).toEqual(mine);
    expect(jobIds(await list(`?endpoint_id=${id}&delivery_status=failed`))).toEqual(mine);
    // The same event is still pending for its other targets.
    expect((await list(`?endpoint_id=${id}&delivery_status=pending`)).events).toEqual([]);
    for (const unknown of [newId(), "x"]) expect((await list(`?endpoint_id=${unknown}`)).events).toEqual([]);
    expect((await list(`?endpoint_id=${id}`, other)).events).toEqual([]);
  });

  it.each([
    ["event_types=payment.lost", /^event_types must be one of /],
    ["delivery_status=lost", "delivery_status must be one of pending, succeeded, failed, held, refused"],
    ["job_id=x", "job_id must be a job id"],
    ["created_after=yesterday", "created_after must be an ISO 8601 date-time"],
    // The year 10000 in UTC.
    ["created_before=9999-12-31T23:59:59-05:00", "created_before must be an ISO 8601 date-time"],
    [
      "created_after=2026-03-02T10:00:00Z&created_before=2026-03-02T10:00:00%2B01:00",
      "created_before must be on or after created_after",
    ],
    ["created_after=2026-03-02T10:00:00Z&created_before=2026-02-30", "created_before must be an ISO 8601 date-time"],
    [
      "created_after=2026-03-02T10:00:00Z&created_before=2026-03-01T10:00:00Z&limit=0",
      "limit must be a whole number from 1 to 5000; created_before must be on or after created_after",
    ],
  ])("refuse ?%s", async (query, message) => {
    const answer = await call(EVENTS, "GET", `/events?${query}`, { headers: clinic.headers });
    expect(answer.status).toBe(400);
    if (typeof message === "string") expect(answer.body.message).toBe(message);
    else expect(answer.body.message).toMatch(message);
  });
});

describe("GET /events/{id}", () => {
  it("returns the envelope and its deliveries with each attempt in order", async () => {
    const { event, deliveries } = (await list("?limit=1")).events[0];
    const attempt = { ...clinic.tenant, deliveryId: deliveries[1].id };
    const [earlier, later] = [new Date("2026-03-02T10:00:00Z"), new Date("2026-03-02T10:00:05Z")];
    await withTenant(clinic.tenant, (tx) =>
      tx.insert(deliveryAttempt).values([
        { ...attempt, id: newId(), attempt: 2, at: later, statusCode: 200, durationMs: 12 },
        { ...attempt, id: newId(), attempt: 1, at: earlier, durationMs: 15_000, error: "time-out" },
      ]),
    );
    const { status, body } = await get(event.id);
    expect([status, body.success, body.event]).toEqual([200, true, event]);
    expect(body.deliveries[1].attempts).toEqual([
      { at: earlier.toISOString(), status_code: null, duration_ms: 15_000, error: "time-out" },
      { at: later.toISOString(), status_code: 200, duration_ms: 12, error: null },
    ]);
    expect(body.deliveries[0].attempts).toEqual([]);
  });

  it("answers 404 for a malformed or unknown id and for another account's", async () => {
    const [{ event }] = (await list("?limit=1")).events;
    for (const answer of [await get("x"), await get(newId()), await get(event.id, other)]) {
      expect([answer.status, answer.body]).toEqual([404, { success: false, message: "Event not found" }]);
    }
  });
});

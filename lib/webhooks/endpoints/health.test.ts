import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GET as DELIVERY } from "#app/v1/events/[id]/deliveries/[delivery_id]/route.ts";
import { GET as EVENT } from "#app/v1/events/[id]/route.ts";
import { POST as ROTATE } from "#app/v1/webhook-endpoints/[id]/rotate-secret/route.ts";
import { POST as TEST } from "#app/v1/webhook-endpoints/[id]/test/route.ts";
import { GET as HEALTH } from "#app/v1/webhook-endpoints/health/route.ts";
import { POST } from "#app/v1/webhook-endpoints/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { type FakeAnswer, type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { deliver } from "#lib/webhooks/deliveries/deliver";
import type { WebhookHealthModel } from "./health-model.ts";

process.env.SEED = "demo";
const database = testDatabase();
let clinic: TestAccount;
let receiver: FakeReceiver;
let id: string;

beforeAll(async () => {
  receiver = await startFakeReceiver();
});
beforeEach(async () => {
  clinic = await openClinic();
  const body = { url: `${receiver.url}/hook` };
  id = (await call(POST, "POST", "/webhook-endpoints", { body, headers: clinic.headers })).body.webhook_endpoint.id;
});
afterAll(() => receiver.stop());

/** Sends the endpoint an event with this answer and returns the ids of the event and of its delivery. */
async function send(answer: FakeAnswer): Promise<{ eventId: string; deliveryId: string }> {
  receiver.answer(answer);
  const tested = await call(TEST, "POST", `/webhook-endpoints/${id}/test`, { headers: clinic.headers, params: { id } });
  const eventId = tested.body.event_id;
  const { deliveries } = (await event(eventId)).body;
  const deliveryId = deliveries[0].id;
  await deliver({ deliveryId, ...clinic.tenant });
  return { eventId, deliveryId };
}

const event = (eventId: string) =>
  call(EVENT, "GET", `/events/${eventId}`, { headers: clinic.headers, params: { id: eventId } });

const health = async (query = ""): Promise<WebhookHealthModel> => {
  const answer = await call(HEALTH, "GET", `/webhook-endpoints/health${query}`, { headers: clinic.headers });
  return answer.body.webhook_endpoint_health[0];
};

/** Moves an event's attempts into the past. */
const age = ({ deliveryId }: { deliveryId: string }, interval: string) =>
  database.asOwner("UPDATE delivery_attempt SET at = at - $2::interval WHERE delivery_id = $1", [deliveryId, interval]);

describe("GET /webhook-endpoints/health", () => {
  it("returns empty values for an endpoint without deliveries", { tags: "long" }, async () => {
    const { parts, ...found } = await health();
    expect(found).toEqual({
      endpoint_id: id,
      held: 0,
      waiting: 0,
      failing_since: null,
      disables_at: null,
      previous_secret_until: null,
      attempts: 0,
      succeeded: 0,
      duration_ms_median: null,
      duration_ms_p95: null,
      last_failure: null,
    });
    expect(parts).toHaveLength(24);
    expect(Date.now() - Date.parse(parts.at(-1)?.start ?? "")).toBeLessThan(3_600_000);
  });

  it("counts attempts per hour and per day of the account's clock", async () => {
    await send({ status: 204 });
    await age(await send({ status: 500 }), "3 hours");
    await age(await send({ status: 200 }), "3 days");
    const day = await health();
    expect(day).toMatchObject({ attempts: 2, succeeded: 1, duration_ms_p95: expect.any(Number) });
    expect(day.parts.map(({ attempts }) => attempts)).toEqual(
      Array.from({ length: 24 }, (_, at) => +(at === 20 || at === 23)),
    );
    const week = await health("?span=week");
    expect(week).toMatchObject({ attempts: 3, succeeded: 2 });
    expect(week.parts).toHaveLength(7);
    expect(week.parts[3]).toMatchObject({ attempts: 1, succeeded: 1 });
    const midnights = week.parts.map(({ start }) =>
      new Date(start).toLocaleTimeString("en-GB", { timeZone: "America/New_York" }),
    );
    expect(new Set(midnights)).toEqual(new Set(["00:00:00"]));
  });

  it("returns the last failure, the pending deliveries, and how long both secrets sign", async () => {
    await age(await send({ status: 503 }), "2 hours");
    const { eventId } = await send({ status: 302 });
    await call(ROTATE, "POST", `/webhook-endpoints/${id}/rotate-secret`, { headers: clinic.headers, params: { id } });
    const found = await health();
    expect(found).toMatchObject({
      waiting: 2,
      failing_since: expect.any(String),
      last_failure: { event_id: eventId, status_code: 302, error: "Redirects are not followed" },
    });
    const left = Date.parse(found.previous_secret_until ?? "") - Date.now();
    expect(Math.round(left / 3_600_000)).toBe(24);
    expect(Date.parse(found.disables_at ?? "") - Date.parse(found.failing_since ?? "")).toBe(5 * 24 * 3_600_000);
  });

  it("returns nothing of another account, and refuses an unknown span", { tags: "long" }, async () => {
    await send({ status: 204 });
    const { headers } = await openClinic();
    const answer = await call(HEALTH, "GET", "/webhook-endpoints/health", { headers });
    expect(answer.body.webhook_endpoint_health).toEqual([]);
    expect((await call(HEALTH, "GET", "/webhook-endpoints/health?span=year", { headers })).status).toBe(400);
  });
});

describe("GET /events/{id}/deliveries/{delivery_id}", () => {
  const read = (eventId: string, deliveryId: string, headers: Record<string, string> = clinic.headers) =>
    call(DELIVERY, "GET", `/events/${eventId}/deliveries/${deliveryId}`, {
      headers,
      params: { id: eventId, delivery_id: deliveryId },
    });

  it("returns requests and responses without secrets", async () => {
    const { eventId, deliveryId } = await send({
      status: 422,
      headers: { "x-request-id": "abc", "set-cookie": "session=1" },
      body: '{"error":"no such patient"}',
    });
    const { body } = await read(eventId, deliveryId);
    expect(body.delivery).toMatchObject({ id: deliveryId, endpoint_id: id, status: "pending" });
    const [attempt] = body.delivery.attempts;
    expect(attempt).toMatchObject({
      status_code: 422,
      request: { headers: { "webhook-id": eventId, "webhook-signature": "v1,•••" } },
      response: {
        headers: { "x-request-id": "abc", "set-cookie": "•••" },
        body: '{"error":"no such patient"}',
        cut: false,
      },
    });
    const [short] = (await event(eventId)).body.deliveries[0].attempts;
    expect(Object.keys(short).sort()).toEqual(["at", "duration_ms", "error", "status_code"]);
  });

  it("returns the delivery's URL for attempts without one", async () => {
    const { eventId, deliveryId } = await send({ status: 204 });
    await database.asOwner("UPDATE delivery_attempt SET url = NULL WHERE delivery_id = $1", [deliveryId]);
    expect((await read(eventId, deliveryId)).body.delivery.attempts).toMatchObject([{ url: `${receiver.url}/hook` }]);
  });

  it("answers 404 for unknown ids and for another account's", async () => {
    const { eventId, deliveryId } = await send({ status: 204 });
    const { headers } = await openClinic();
    expect((await read(eventId, deliveryId, headers)).status).toBe(404);
    expect((await read(eventId, "x")).status).toBe(404);
    expect((await read(deliveryId, deliveryId)).status).toBe(404);
  });
});

import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { GET as DELIVERY } from "#app/v1/events/[id]/deliveries/[delivery_id]/route.ts";
import { GET as EVENTS } from "#app/v1/events/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { GET as GET_SUBSCRIPTIONS, PUT as PUT_SUBSCRIPTIONS } from "#app/v1/subscriptions/route.ts";
import { POST as ROTATE } from "#app/v1/webhook-endpoints/[id]/rotate-secret/route.ts";
import { DELETE, GET, PATCH } from "#app/v1/webhook-endpoints/[id]/route.ts";
import { POST as TEST } from "#app/v1/webhook-endpoints/[id]/test/route.ts";
import { GET as LIST, POST } from "#app/v1/webhook-endpoints/route.ts";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { verifyDelivery } from "#lib/testing/fake-receiver";
import { inboxReceiver } from "#lib/testing/inbox-receiver";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { deliver } from "#lib/webhooks/deliveries/deliver";
import { EVENT_TYPES } from "#lib/webhooks/events/types";

process.env.SEED = "demo";
const database = testDatabase();
let clinic: TestAccount;
const receiver = inboxReceiver();
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {});
beforeEach(async () => {
  clinic = await openClinic();
  receiver.deliveries.length = 0;
});

type Given = { id?: string; body?: unknown; headers?: Record<string, string> };

/** The path behind the id, for routes that have one. */
const BEHIND = new Map([
  [ROTATE, "/rotate-secret"],
  [TEST, "/test"],
]);

const ask = (handler: typeof POST, method: string, { id, body, headers = clinic.headers }: Given = {}) =>
  call(handler, method, `/webhook-endpoints${id === undefined ? "" : `/${id}`}${BEHIND.get(handler) ?? ""}`, {
    headers,
    params: id === undefined ? {} : { id },
    ...(body === undefined ? {} : { body }),
  });

const url = () => `${receiver.url}/hook`;
async function register(body: Record<string, unknown> = {}) {
  const answer = await ask(POST, "POST", { body: { url: url(), ...body } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body.webhook_endpoint;
}

const subscribe = (event_types: unknown) =>
  call(PUT_SUBSCRIPTIONS, "PUT", "/subscriptions", { body: { event_types }, headers: clinic.headers });

/** Sends the pending deliveries of the account's endpoints as the runner does. */
async function sendPending(): Promise<void> {
  const pending = await database.asOwner<{ id: string }>(
    "SELECT id FROM delivery WHERE linked_account_id = $1 AND status = 'pending' AND target_kind = 'endpoint' ORDER BY id",
    [clinic.tenant.linkedAccountId],
  );
  for (const { id } of pending) await deliver({ deliveryId: id.replaceAll("-", ""), ...clinic.tenant });
}

async function pay(): Promise<void> {
  const { job_id } = (await call(PAY, "POST", "/payments", { body: aPayment, headers: clinic.headers })).body;
  await jobs.run(job_id);
  await sendPending();
}

/** Returns the statuses of an endpoint's deliveries, oldest first. */
const statuses = async (endpointId: string) =>
  (
    await database.asOwner<{ status: string }>("SELECT status FROM delivery WHERE endpoint_id = $1 ORDER BY id", [
      endpointId,
    ])
  ).map(({ status }) => status);

const typesReceived = () => receiver.deliveries.map(({ body }) => (body as { type: string }).type);

function onlyDelivery() {
  const [delivery, ...others] = receiver.deliveries;
  if (!delivery || others.length > 0) throw new Error("One delivery was expected");
  return delivery;
}

it("refuses a fifty-first endpoint of an account, also for simultaneous requests, and accepts one after a removal", {
  tags: "long",
}, async () => {
  // One after the other: on a busy machine some of 49 that wait for each other are refused with 503.
  const first = await register();
  for (let made = 1; made < 49; made += 1) await register();
  const asked = await Promise.all([1, 2, 3, 4].map(() => ask(POST, "POST", { body: { url: url() } })));
  expect(asked.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  const refused = asked.find(({ status }) => status === 409);
  expect(refused?.body).toEqual({
    success: false,
    message: "An account has at most 50 webhook endpoints; nothing was saved",
  });
  expect((await ask(LIST, "GET")).body.webhook_endpoints).toHaveLength(50);
  // The endpoints of another account do not count.
  const other = await openClinic();
  expect((await ask(POST, "POST", { body: { url: url() }, headers: other.headers })).status).toBe(201);
  await ask(DELETE, "DELETE", { id: first.id });
  expect((await ask(POST, "POST", { body: { url: url() } })).status).toBe(201);
});

describe("webhook endpoints", () => {
  it("are registered with a secret that is shown once and signs their deliveries", async () => {
    const answer = await ask(POST, "POST", { body: { url: url(), description: "Billing" } });
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        success: true,
        message: "Webhook endpoint registered",
        webhook_endpoint: {
          id: expect.stringMatching(/^[0-9a-f]{32}$/),
          url: url(),
          scope: "account",
          description: "Billing",
          owner: null,
          event_types: [],
          signature: ["standard"],
          signature_header: null,
          status: "enabled",
          disabled_reason: null,
          created_at: expect.any(String),
          etag: expect.any(String),
          secret: expect.stringMatching(/^whsec_/),
        },
      },
    ]);
    const { secret, ...rest } = answer.body.webhook_endpoint;
    expect((await ask(GET, "GET", { id: rest.id })).body).toEqual({ success: true, webhook_endpoint: rest });
    expect((await ask(LIST, "GET")).body).toEqual({ success: true, webhook_endpoints: [rest] });
    await pay();
    expect(verifyDelivery(onlyDelivery(), secret)).toMatchObject({ type: "payment.created" });
  });

  it("receive nothing initially if they were registered as disabled", async () => {
    expect(await register({ status: "disabled" })).toMatchObject({
      status: "disabled",
      disabled_reason: "Disabled by hand",
    });
    expect((await ask(POST, "POST", { body: { url: url(), status: "off" } })).status).toBe(400);
    await pay();
    expect(typesReceived()).toEqual([]);
  });

  it("receive the event types that they select from the client's subscriptions", { tags: "long" }, async () => {
    await register({ event_types: ["payment.failed"] });
    await pay();
    expect(typesReceived()).toEqual([]);
    await register();
    await subscribe(["payment.failed"]);
    await pay();
    expect(typesReceived()).toEqual([]);
    await subscribe(["payment.created"]);
    await pay();
    expect(typesReceived()).toEqual(["payment.created"]);
  });

  it("receive held deliveries at their current URL once they are enabled", async () => {
    const { id } = await register();
    const answer = await ask(PATCH, "PATCH", { id, body: { status: "disabled" } });
    expect(answer.body.webhook_endpoint).toMatchObject({ status: "disabled", disabled_reason: "Disabled by hand" });
    await pay();
    await pay();
    expect(typesReceived()).toEqual([]);
    expect(await statuses(id)).toEqual(["held", "held"]);
    const moved = { status: "enabled", description: "Again", url: `${receiver.url}/moved` };
    const enabled = await ask(PATCH, "PATCH", { id, body: moved });
    expect(enabled.body.webhook_endpoint).toMatchObject({ status: "enabled", disabled_reason: null });
    await sendPending();
    expect(receiver.deliveries.map(({ path }) => path)).toEqual(["/moved", "/moved"]);
    const [first, second] = receiver.deliveries.map(({ body }) => Number((body as { job_id: string }).job_id));
    expect(first).toBeLessThan(Number(second));
    expect(await statuses(id)).toEqual(["succeeded", "succeeded"]);
  });

  it("have pending deliveries held when they are disabled, and given up when they are removed", async () => {
    const { id } = await register();
    receiver.answer({ status: 500 });
    await pay();
    receiver.answer({ status: 204 });
    await ask(PATCH, "PATCH", { id, body: { status: "disabled" } });
    expect(await statuses(id)).toEqual(["held"]);
    await pay();
    await ask(DELETE, "DELETE", { id });
    expect(await statuses(id)).toEqual(["refused", "refused"]);
    const reasons = await database.asOwner<{ error: string }>(
      "SELECT error FROM delivery_attempt a JOIN delivery d ON d.id = a.delivery_id WHERE d.endpoint_id = $1 ORDER BY d.id, attempt",
      [id],
    );
    const removed = { error: "The webhook endpoint was removed" };
    expect(reasons).toEqual([{ error: null }, removed, removed]);
    expect(receiver.deliveries).toHaveLength(1);
  });

  it("keep each attempt's URL in the log when they move", async () => {
    const { id } = await register();
    receiver.answer({ status: 500 });
    await pay();
    receiver.answer({ status: 204 });
    const moved = `${receiver.url}/moved`;
    await ask(PATCH, "PATCH", { id, body: { url: moved } });
    await database.asOwner("UPDATE delivery SET next_attempt_at = now() WHERE endpoint_id = $1", [id]);
    await sendPending();
    const [{ event, deliveries }] = (await call(EVENTS, "GET", "/events", { headers: clinic.headers })).body.events;
    const moving = deliveries.find((delivery: { endpoint_id: string }) => delivery.endpoint_id === id);
    const path = `/events/${event.id}/deliveries/${moving.id}`;
    const params = { id: event.id, delivery_id: moving.id };
    const { delivery } = (await call(DELIVERY, "GET", path, { headers: clinic.headers, params })).body;
    expect(delivery).toMatchObject({ target: moved, status: "succeeded", attempts: [{ url: url() }, { url: moved }] });
    const { timeline } = await jobs.read(Number(event.job_id));
    const targets = timeline.flatMap(({ detail }: { detail: { delivery_id?: string; target: string } | null }) =>
      detail?.delivery_id === moving.id ? [detail?.target] : [],
    );
    expect(targets).toEqual([url(), moved]);
  });

  it("can be tested while they are disabled", async () => {
    const { id } = await register({ status: "disabled" });
    await ask(TEST, "POST", { id });
    await sendPending();
    expect(typesReceived()).toEqual(["webhook_endpoint.test"]);
  });

  it("are signed with both secrets after a rotation, and with only the new one a day later", async () => {
    const { id, secret: old } = await register();
    const rotated = await ask(ROTATE, "POST", { id });
    expect(rotated.status).toBe(200);
    const { secret } = rotated.body.webhook_endpoint;
    await pay();
    for (const either of [old, secret]) verifyDelivery(onlyDelivery(), either);
    await database.asOwner("UPDATE webhook_endpoint SET previous_secret_until = now() - interval '1 second'");
    receiver.deliveries.length = 0;
    await pay();
    verifyDelivery(onlyDelivery(), secret);
    expect(() => verifyDelivery(onlyDelivery(), old)).toThrow();
  });

  it("are signed with each secret of the last 24 hours, however often it was rotated, and with at most ten", async () => {
    const { id, secret: first } = await register();
    const secrets = [first];
    for (let times = 1; times < 10; times++) {
      const { status, body } = await ask(ROTATE, "POST", { id });
      expect(status).toBe(200);
      secrets.push(body.webhook_endpoint.secret);
    }
    await pay();
    for (const secret of secrets) verifyDelivery(onlyDelivery(), secret);
    const refused = await ask(ROTATE, "POST", { id });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/^10 secrets .*nothing was saved$/),
    ]);
    for (const secret of secrets) verifyDelivery(onlyDelivery(), secret);
  });

  it("are signed with the new secret alone if a rotation ends all earlier ones, also where ten sign", async () => {
    const { id, secret: first } = await register();
    const secrets = [first];
    for (let times = 1; times < 10; times++) {
      secrets.push((await ask(ROTATE, "POST", { id })).body.webhook_endpoint.secret);
    }
    expect((await ask(ROTATE, "POST", { id, body: { end_previous: "yes" } })).status).toBe(400);
    await pay();
    const before = onlyDelivery();
    receiver.deliveries.length = 0;
    const { status, body } = await ask(ROTATE, "POST", { id, body: { end_previous: true } });
    expect(status).toBe(200);
    await pay();
    verifyDelivery(onlyDelivery(), body.webhook_endpoint.secret);
    for (const secret of secrets) {
      verifyDelivery(before, secret);
      expect(() => verifyDelivery(onlyDelivery(), secret)).toThrow();
    }
  });

  it("end a secret a day after it was replaced, and none before", async () => {
    const { id, secret: first } = await register();
    const secrets = [first];
    const now = Date.now();
    for (const hoursAgo of [30, 23, 20, 1]) {
      vi.useFakeTimers({ toFake: ["Date"], now: now - hoursAgo * 3_600_000 });
      secrets.push((await ask(ROTATE, "POST", { id })).body.webhook_endpoint.secret);
    }
    vi.useRealTimers();
    await pay();
    const verified = secrets.map((secret) => {
      try {
        return Boolean(verifyDelivery(onlyDelivery(), secret));
      } catch {
        return false;
      }
    });
    expect(verified).toEqual([false, true, true, true, true]);
  });

  it("can be tested one by one, with an event without a job", async () => {
    const { id } = await register();
    await register({ url: `${receiver.url}/other` });
    const answer = await ask(TEST, "POST", { id });
    expect([answer.status, answer.body]).toEqual([
      202,
      { success: true, message: "Test event queued", event_id: expect.any(String) },
    ]);
    await sendPending();
    expect(onlyDelivery()).toMatchObject({
      path: "/hook",
      body: {
        id: answer.body.event_id,
        access_token_reference_id: "reference-1",
        object: "event",
        type: "webhook_endpoint.test",
        data: { webhook_endpoint_id: id },
      },
    });
    expect(onlyDelivery().body).not.toHaveProperty("job_id");
  });

  it("can be removed", async () => {
    const { id } = await register();
    expect((await ask(DELETE, "DELETE", { id })).status).toBe(200);
    expect((await ask(GET, "GET", { id })).status).toBe(404);
    await pay();
    expect(typesReceived()).toEqual([]);
  });

  it.each([
    ["no address", { url: undefined }, expect.stringContaining("Missing required field: url")],
    ["text that is not a URL", { url: "hook" }, "url must be a valid URL"],
    ["a private address", { url: "https://10.0.0.1/x" }, expect.stringContaining("url must not lead to a private")],
    ["an unknown type", { event_types: ["payment.lost"] }, expect.stringContaining("must name known event types")],
    ["types that are not a list", { event_types: "payment.created" }, "event_types must be an array of event types"],
    ["a chosen secret", { secret: "x" }, "Unexpected field: secret"],
  ])("refuse %s", async (_name, change, message) => {
    const answer = await ask(POST, "POST", { body: { url: url(), ...change } });
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
    expect((await ask(LIST, "GET")).body.webhook_endpoints).toEqual([]);
  });

  it.each([
    [{}, "Send at least one of url, description, event_types, signature, signature_header, status"],
    [
      { state: "disabled" },
      "Unexpected field: state; Send at least one of url, description, event_types, signature, signature_header, status",
    ],
  ])("refuse %o as a change", async (body, message) => {
    const { id } = await register();
    const answer = await ask(PATCH, "PATCH", { id, body });
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
  });

  it("are visible and changeable only to their own account", async () => {
    const { id } = await register();
    const { headers } = await openClinic();
    for (const [handler, method] of [
      [GET, "GET"],
      [PATCH, "PATCH"],
      [DELETE, "DELETE"],
      [ROTATE, "POST"],
      [TEST, "POST"],
    ] as const) {
      const body = method === "PATCH" ? { status: "disabled" } : undefined;
      expect((await ask(handler, method, { id, headers, body })).status, method).toBe(404);
    }
    expect((await ask(LIST, "GET", { headers })).body.webhook_endpoints).toEqual([]);
    expect((await ask(GET, "GET", { id: "x" })).status).toBe(404);
  });
});

describe("subscriptions", () => {
  const read = async () =>
    (await call(GET_SUBSCRIPTIONS, "GET", "/subscriptions", { headers: clinic.headers })).body.event_types;

  it("name all types there are, and which are sent by default", async () => {
    const { body } = await call(GET_SUBSCRIPTIONS, "GET", "/subscriptions", { headers: clinic.headers });
    expect(body.available_event_types.map(({ type }: { type: string }) => type)).toEqual(EVENT_TYPES);
    const defaults = body.available_event_types.filter((each: { default: boolean }) => each.default);
    expect(defaults.map(({ type }: { type: string }) => type)).toEqual(body.event_types);
    const put = await subscribe(body.event_types);
    expect([put.status, put.body.etag]).toEqual([200, body.etag]);
  });

  it("are all types by default", async () => {
    const all: string[] = await read();
    expect(all).toEqual(expect.arrayContaining(["claim.created", "org_settings.synced", "payment.failed"]));
    expect(new Set(all).size).toBe(all.length);
    expect((await subscribe(["payment.failed", "payment.failed"])).body).toEqual({
      success: true,
      message: "Subscriptions changed",
      event_types: ["payment.failed"],
      etag: expect.any(String),
    });
    expect(await read()).toEqual(["payment.failed"]);
  });

  it("refuse unknown event types, and any value other than a list", async () => {
    for (const given of [["payment.lost"], undefined, "payment.failed"]) {
      expect((await subscribe(given)).status).toBe(400);
    }
  });
});

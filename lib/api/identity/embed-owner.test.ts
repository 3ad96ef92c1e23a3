import { beforeEach, describe, expect, it } from "vitest";
import { POST as POST_ORIGIN } from "#app/v1/embed/origins/route.ts";
import { POST as POST_SESSION } from "#app/v1/embed/sessions/route.ts";
import { GET as getDelivery } from "#app/v1/events/[id]/deliveries/[delivery_id]/route.ts";
import { POST as REDELIVER } from "#app/v1/events/[id]/redeliver/route.ts";
import { GET as getEvent } from "#app/v1/events/[id]/route.ts";
import { POST as REDELIVER_RANGE } from "#app/v1/events/redeliver/route.ts";
import { GET as listEvents } from "#app/v1/events/route.ts";
import { POST as postPayment } from "#app/v1/payments/route.ts";
import { PATCH } from "#app/v1/webhook-endpoints/[id]/route.ts";
import { POST as TEST } from "#app/v1/webhook-endpoints/[id]/test/route.ts";
import { GET as health } from "#app/v1/webhook-endpoints/health/route.ts";
import { GET as LIST, POST } from "#app/v1/webhook-endpoints/route.ts";
import { INTEGRATOR_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { ask } from "#lib/testing/api";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { describedRoutes } from "#lib/testing/described";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const ORIGIN = "https://portal.example";
const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

interface Endpoint {
  id: string;
  url: string;
  owner: string | null;
}

/** The views of two owners, and the endpoint of each; one endpoint more has no owner. */
let acme: { headers: Record<string, string>; endpoint: Endpoint };
let bravo: { headers: Record<string, string>; endpoint: Endpoint };
let unowned: Endpoint;

const askForSession = (given: Record<string, unknown>) =>
  call(POST_SESSION, "POST", "/embed/sessions", {
    headers: clinic.headers,
    body: { view: "webhooks", origin: ORIGIN, actor: { id: "7", name: "Robin" }, ...given },
  });

async function viewOf(given: Record<string, unknown>): Promise<{ id: string; headers: Record<string, string> }> {
  const { body, status } = await askForSession(given);
  expect(status, body.message).toBe(201);
  return { id: body.session_id, headers: { authorization: `Bearer ${body.token}` } };
}

const register = (headers: Record<string, string>, body: Record<string, unknown>) =>
  call(POST, "POST", "/webhook-endpoints", { headers, body });

async function anOwner(owner: string) {
  const { headers } = await viewOf({ parameters: { owner } });
  const { body } = await register(headers, { url: `https://${owner}.example/hook` });
  return { headers, endpoint: body.webhook_endpoint };
}

beforeEach(async () => {
  clinic = await openClinic();
  await call(POST_ORIGIN, "POST", "/embed/origins", { headers: clinic.headers, body: { origin: ORIGIN } });
  acme = await anOwner("acme");
  bravo = await anOwner("bravo");
  unowned = (await register(clinic.headers, { url: "https://unowned.example/hook" })).body.webhook_endpoint;
});

/** Returns the id of an event that went to the endpoints of the account, and its deliveries by their target's URL. */
async function anEvent() {
  const { job_id } = (await call(postPayment, "POST", "/payments", { headers: clinic.headers, body: aPayment })).body;
  await jobs.run(job_id);
  const { events } = (await call(listEvents, "GET", `/events?job_id=${job_id}`, { headers: clinic.headers })).body;
  const { event, deliveries } = events[0] as { event: { id: string }; deliveries: { id: string; target: string }[] };
  return { id: event.id, deliveries: new Map(deliveries.map(({ id, target }) => [target, id])) };
}

const testOf = async (id: string, body?: unknown, headers: Record<string, string> = clinic.headers) =>
  call(TEST, "POST", `/webhook-endpoints/${id}/test`, { headers, params: { id }, body: body ?? {} });

const idsFor = async (headers: Record<string, string>, query = "") =>
  (await call(LIST, "GET", `/webhook-endpoints${query}`, { headers })).body.webhook_endpoints.map(
    ({ id }: Endpoint) => id,
  );

/** Returns the number of deliveries by target, without the console's own receipts. */
async function sentTo(): Promise<Record<string, number>> {
  const rows = await database.asOwner<{ target_url: string; count: number }>(
    `SELECT target_url, count(*)::integer AS count FROM delivery
      WHERE linked_account_id = $1 AND target_url IS NOT NULL GROUP BY target_url`,
    [clinic.tenant.linkedAccountId],
  );
  return Object.fromEntries(rows.map(({ target_url, count }) => [target_url, count]));
}

describe("a view of one owner's webhook endpoints", () => {
  it("registers endpoints for its owner, whom no body can name", async () => {
    expect([acme.endpoint.owner, bravo.endpoint.owner, unowned.owner]).toEqual(["acme", "bravo", null]);
    const { status, body } = await register(acme.headers, { url: acme.endpoint.url, owner: "bravo" });
    expect([status, body.errors]).toEqual([400, [{ field: "owner", message: expect.any(String) }]]);
    const { id } = acme.endpoint;
    const moved = await call(PATCH, "PATCH", `/webhook-endpoints/${id}`, {
      headers: clinic.headers,
      params: { id },
      body: { owner: "bravo" },
    });
    expect(moved.status).toBe(400);
  });

  it("lists its owner's endpoints and their health alone; an integrator lists all, or one owner's", async () => {
    expect(await idsFor(acme.headers)).toEqual([acme.endpoint.id]);
    expect(await idsFor(acme.headers, "?owner=bravo")).toEqual([]);
    expect(await idsFor(clinic.headers)).toEqual([acme.endpoint.id, bravo.endpoint.id, unowned.id]);
    expect(await idsFor(clinic.headers, "?owner=bravo")).toEqual([bravo.endpoint.id]);
    const answer = await call(health, "GET", "/webhook-endpoints/health", { headers: acme.headers });
    expect(answer.body.webhook_endpoint_health.map(({ endpoint_id }: { endpoint_id: string }) => endpoint_id)).toEqual([
      acme.endpoint.id,
    ]);
  });

  it("sees of an event only the deliveries to its owner's endpoints", async () => {
    const { id, deliveries } = await anEvent();
    await testOf(bravo.endpoint.id);
    await testOf(unowned.id);
    const { events } = (await call(listEvents, "GET", "/events?include_total=true", { headers: acme.headers })).body;
    expect(events.map(({ event }: { event: { id: string } }) => event.id)).toEqual([id]);
    const one = await call(getEvent, "GET", `/events/${id}`, { headers: acme.headers, params: { id } });
    for (const entry of [events[0], one.body]) {
      expect(entry.deliveries.map(({ target }: { target: string }) => target)).toEqual([acme.endpoint.url]);
    }
    const statuses = await Promise.all(
      [acme.endpoint.url, bravo.endpoint.url, unowned.url, "inbox"].map(async (target) => {
        const params = { id, delivery_id: deliveries.get(target) ?? "" };
        const path = `/events/${id}/deliveries/${params.delivery_id}`;
        return (await call(getDelivery, "GET", path, { headers: acme.headers, params })).status;
      }),
    );
    expect(statuses).toEqual([200, 404, 404, 404]);
  });

  it("replays one event or a range to its owner's endpoints alone", async () => {
    const { id, deliveries } = await anEvent();
    await testOf(bravo.endpoint.id);
    const one = (body: unknown) =>
      call(REDELIVER, "POST", `/events/${id}/redeliver`, { headers: acme.headers, params: { id }, body });
    expect((await one({})).body.message).toBe("Event queued for 1 target");
    expect((await one({ delivery_id: deliveries.get(bravo.endpoint.url) })).status).toBe(404);
    const range = { created_after: "2000-01-01T00:00:00Z", created_before: "2100-01-01T00:00:00Z" };
    const again = (body: object) =>
      call(REDELIVER_RANGE, "POST", "/events/redeliver", { headers: acme.headers, body: { ...range, ...body } });
    expect((await again({})).body.count).toBe(1);
    expect((await again({ endpoint_id: bravo.endpoint.id })).status).toBe(404);
    expect(await sentTo()).toEqual({ [acme.endpoint.url]: 3, [bravo.endpoint.url]: 2, [unowned.url]: 1 });
  });

  it("sends a test event with data of its own, which stays a test event", async () => {
    const data = { type: "payment.created", amount: 20 };
    const { body } = await testOf(acme.endpoint.id, { data }, acme.headers);
    const params = { id: body.event_id };
    const { event } = (await call(getEvent, "GET", `/events/${params.id}`, { headers: acme.headers, params })).body;
    expect(event).toMatchObject({ type: "webhook_endpoint.test", data });
    expect(event).not.toHaveProperty("job_id");
    for (const refused of [{ data: "text" }, { data: { text: "x".repeat(65_537) } }, { type: "payment.created" }]) {
      expect((await testOf(acme.endpoint.id, refused, acme.headers)).status).toBe(400);
    }
  });

  it("has room for ten endpoints, so that it leaves room for others", async () => {
    const one = () => register(acme.headers, { url: acme.endpoint.url });
    const made = await Promise.all(Array.from({ length: 11 }, one));
    expect(made.filter(({ status }) => status === 201)).toHaveLength(9);
    expect(made.find(({ status }) => status === 409)?.body.message).toContain("at most 10");
    expect((await register(bravo.headers, { url: bravo.endpoint.url })).status).toBe(201);
  });

  it("reads and changes nothing of others by any route, even with every permission of an integrator", async () => {
    const { id, headers } = await viewOf({ parameters: { owner: "acme" } });
    await database.asOwner("UPDATE embed_session SET permissions = $1 WHERE id = $2", [
      [...INTEGRATOR_PERMISSIONS],
      id,
    ]);
    await anEvent();
    const others = [bravo.endpoint, unowned];
    const events = await Promise.all(others.map(async (endpoint) => (await testOf(endpoint.id)).body.event_id));
    const state = () =>
      database.asOwner(
        `SELECT to_jsonb(webhook_endpoint) AS row FROM webhook_endpoint WHERE id = ANY($1::uuid[])
         UNION ALL SELECT to_jsonb(delivery) FROM delivery WHERE endpoint_id = ANY($1::uuid[]) ORDER BY row`,
        [others.map((endpoint) => endpoint.id)],
      );
    const before = await state();
    const shown: string[] = [];
    const reached = new Set<string>();
    // The document of the interface is public; its examples name patients.
    for (const route of describedRoutes.filter(({ path }) => path !== "/openapi.json")) {
      for (const [index, other] of others.entries()) {
        const ofEvent = route.path.startsWith("/events/");
        const body = route.method === "PATCH" ? { description: "taken" } : {};
        const params = { id: ofEvent ? (events[index] ?? "") : other.id, job_id: "1", mrn: "MRN-1", ehr_id: "x" };
        const sends = route.method === "GET" ? {} : { body: JSON.stringify(body) };
        const { status, text } = await ask(route, { headers, params, ...sends });
        if (status < 300) reached.add(`${route.method} ${route.path}`);
        const isOther = /bravo|unowned/.test(text) || others.some((each) => text.includes(each.id));
        const isPatient = !route.path.startsWith("/events") && /MRN-[1-9]|Nguyen|Ávila|O'Neil/.test(text);
        if (isOther || isPatient) shown.push(`${route.method} ${route.path}: ${status}`);
      }
    }
    expect(shown).toEqual([]);
    expect(await state()).toEqual(before);
    expect([...reached]).toEqual(
      expect.arrayContaining(["GET /events", "GET /webhook-endpoints", "GET /webhook-endpoints/health"]),
    );
    expect([...reached].filter((each) => /jobs|patients|stream|subscriptions|documents|clients/.test(each))).toEqual(
      [],
    );
  });
});

describe("a session for the view", () => {
  it("names an owner and has the permissions of a portal alone", async () => {
    const statusOf = async (given: Record<string, unknown>) => (await askForSession(given)).status;
    expect(await statusOf({})).toBe(400);
    expect(await statusOf({ parameters: { owner: " " } })).toBe(400);
    expect(await statusOf({ parameters: { owner: "x".repeat(201) } })).toBe(400);
    for (const permission of ["jobs:read", "subscriptions:update", "webhook-endpoints:all"]) {
      expect(await statusOf({ parameters: { owner: "acme" }, permissions: [permission] }), permission).toBe(400);
    }
    expect(await statusOf({ view: "jobs", parameters: { owner: "acme" } })).toBe(400);
    expect(await statusOf({ view: "jobs", permissions: ["webhook-endpoints:read"] })).toBe(400);
    const reader = await viewOf({ parameters: { owner: "acme" }, permissions: ["webhook-endpoints:read"] });
    expect(await idsFor(reader.headers)).toEqual([acme.endpoint.id]);
    expect((await register(reader.headers, { url: acme.endpoint.url })).status).toBe(403);
  });

  it("of another view opens no route of endpoints, whatever its permissions", async () => {
    const { id, headers } = await viewOf({ view: "jobs" });
    await database.asOwner("UPDATE embed_session SET permissions = $1 WHERE id = $2", [
      [...INTEGRATOR_PERMISSIONS],
      id,
    ]);
    for (const route of describedRoutes.filter(({ path }) => path.startsWith("/webhook-endpoints"))) {
      const { status } = await ask(route, {
        headers,
        params: { id: unowned.id },
        ...(route.method === "GET" ? {} : { body: '{"description":"taken"}' }),
      });
      expect(status, route.path).toBe(403);
    }
  });
});

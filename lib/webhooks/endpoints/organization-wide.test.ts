import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PATCH as CHANGE_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { POST as CREATE_SESSION } from "#app/v1/embed/sessions/route.ts";
import { GET as DELIVERY } from "#app/v1/events/[id]/deliveries/[delivery_id]/route.ts";
import { GET as EVENTS } from "#app/v1/events/route.ts";
import { POST as ROTATE } from "#app/v1/webhook-endpoints/[id]/rotate-secret/route.ts";
import { DELETE, PATCH, GET as READ } from "#app/v1/webhook-endpoints/[id]/route.ts";
import { POST as TEST } from "#app/v1/webhook-endpoints/[id]/test/route.ts";
import { GET as LIST, POST } from "#app/v1/webhook-endpoints/route.ts";
import { withTenant } from "#lib/db/tenant";
import { call } from "#lib/testing/call";
import { type FakeReceiver, startFakeReceiver } from "#lib/testing/fake-receiver";
import { makeLinkToken, withoutAccount } from "#lib/testing/link-token";
import { makeAccountBeside, makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { deliver } from "#lib/webhooks/deliveries/deliver";
import { publishEvents } from "#lib/webhooks/events/publish";

type Headers = Record<string, string>;

process.env.SEED = "demo";
const database = testDatabase();
const ORIGIN = "https://portal.example";
let clinic: TestAccount;
let beside: TestAccount;
let nextDoor: TestAccount;
let alone: Headers;
let admin: Headers;
let receiver: FakeReceiver;

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  beside = await makeAccountBeside(clinic);
  nextDoor = await makeLinkedAccount();
  alone = withoutAccount(clinic);
  admin = await signIn(clinic, "admin");
  receiver = await startFakeReceiver();
  process.env.INTERNAL_URL = receiver.url;
});
afterEach(() => receiver.stop());

const register = (headers: Headers, body: object = {}) =>
  call(POST, "POST", "/webhook-endpoints", {
    headers,
    body: { url: `${receiver.url}/all`, scope: "organization", ...body },
  });
const registered = async (headers: Headers = alone, body: object = {}): Promise<string> =>
  (await register(headers, body)).body.webhook_endpoint.id;
const list = async (headers: Headers, query = "") =>
  (await call(LIST, "GET", `/webhook-endpoints${query}`, { headers })).body.webhook_endpoints ?? [];
const at = (handler: typeof READ, method: string, id: string, headers: Headers, body?: object, path = "") =>
  call(handler, method, `/webhook-endpoints/${id}${path}`, { headers, params: { id }, ...(body && { body }) });

const publish = ({ tenant, apiClientId }: TestAccount, id: number) =>
  withTenant(tenant, (tx) =>
    publishEvents(
      tx,
      { tenant, job: { id, callbackUrls: [], callbacks: "added", apiClientId, accessTokenReferenceId: "reference" } },
      [{ type: "payment.created", data: { payment_id: `p${id}` } }],
    ),
  );

/** Sends the deliveries of an account that wait. */
async function send({ tenant }: TestAccount): Promise<void> {
  const rows = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM delivery WHERE linked_account_id = $1 AND status = 'pending' AND endpoint_id IS NOT NULL",
    [tenant.linkedAccountId],
  );
  for (const { id } of rows) await deliver({ ...tenant, deliveryId: id });
}

const received = () =>
  receiver.deliveries
    .filter(({ path }) => path === "/all")
    .map(({ body }) => (body as { data: { payment_id: string } }).data.payment_id);
const statuses = (endpointId: string) =>
  database.asOwner<{ status: string }>("SELECT status FROM delivery WHERE endpoint_id = $1 ORDER BY id", [endpointId]);

describe("an endpoint of the whole organization", () => {
  it("gets the events of all accounts of the organization, and none of the one next door", async () => {
    await registered();
    for (const [number, account] of [clinic, beside, nextDoor].entries()) {
      await publish(account, number);
      await send(account);
    }
    expect(received()).toEqual(["p0", "p1"]);
  });

  it("names the types that it gets by itself or by its own client, whatever another client has chosen", async () => {
    await registered(alone, { event_types: ["payment.created"] });
    await registered(admin, { event_types: ["task.created"] });
    await database.asOwner("UPDATE api_client SET event_types = '{payment.created}' WHERE id = $1", [
      clinic.apiClientId,
    ]);
    await publish(clinic, 7);
    await send(clinic);
    expect(received()).toEqual(["p7"]);
  });

  it("is made, read, changed and removed by the client's id and secret alone, and by an admin", async () => {
    for (const headers of [alone, admin]) {
      const made = await register(headers);
      expect([made.status, made.body.webhook_endpoint]).toMatchObject([201, { scope: "organization", owner: null }]);
      const { id } = made.body.webhook_endpoint;
      expect(await list(headers, "?scope=organization")).toMatchObject([{ id, scope: "organization" }]);
      expect((await at(READ, "GET", id, headers)).body.webhook_endpoint).not.toHaveProperty("secret");
      expect((await at(PATCH, "PATCH", id, headers, { description: "All" })).status).toBe(200);
      expect((await at(ROTATE, "POST", id, headers, {}, "/rotate-secret")).body.webhook_endpoint.secret).toMatch(
        /^whsec_/,
      );
      expect((await at(DELETE, "DELETE", id, headers)).status).toBe(200);
    }
    expect((await register(alone, { scope: "account" })).body.errors[0].field).toBe("scope");
    expect((await register(admin, { owner: "practice-1" })).body.errors[0].field).toBe("owner");
    expect((await register(admin, { scope: "account" })).body.webhook_endpoint.scope).toBe("account");
  });

  it("is tested by an admin, with an event of the account of the session", async () => {
    const id = await registered();
    expect((await at(TEST, "POST", id, admin, {}, "/test")).status).toBe(202);
    expect((await at(TEST, "POST", id, alone, {}, "/test")).status).toBe(401);
  });

  it("is neither made nor seen by an access token, an embedded view, an owner, a link, or the organization next door", async () => {
    const ids = [await registered(alone), await registered(admin)];
    await call((await import("#app/v1/embed/origins/route.ts")).POST, "POST", "/embed/origins", {
      headers: clinic.headers,
      body: { origin: ORIGIN },
    });
    const view = async (given: object) => {
      const { body } = await call(CREATE_SESSION, "POST", "/embed/sessions", {
        headers: clinic.headers,
        body: { view: "webhooks", origin: ORIGIN, actor: { id: "7", name: "Ana" }, ...given },
      });
      return { authorization: `Bearer ${body.token}` };
    };
    const link = await makeLinkToken(clinic, "https://other.example");
    const strangers: [string, Headers][] = [
      ["an access token", clinic.headers],
      ["a view of an owner", await view({ parameters: { owner: "practice-1" } })],
      ["a link token", link.headers],
      ["the client next door", withoutAccount(nextDoor)],
      ["the admin next door", await signIn(nextDoor, "admin")],
    ];
    for (const [name, headers] of strangers) {
      expect(await list(headers), name).toEqual([]);
      expect(await list(headers, "?scope=organization"), name).toEqual([]);
      for (const id of ids) {
        for (const [handler, method, body, path] of [
          [READ, "GET", undefined, ""],
          [PATCH, "PATCH", { description: "Mine" }, ""],
          [ROTATE, "POST", {}, "/rotate-secret"],
          [TEST, "POST", {}, "/test"],
          [DELETE, "DELETE", undefined, ""],
        ] as const) {
          const { status } = await at(handler, method, id, headers, body, path);
          expect([401, 403, 404], `${name} ${method}${path}`).toContain(status);
        }
      }
    }
    for (const [name, headers] of strangers.slice(0, 3)) expect((await register(headers)).status, name).toBe(403);
    const staff = await signIn(clinic, "staff");
    expect((await register(staff)).status).toBe(403);
    expect((await list(admin)).map(({ id }: { id: string }) => id).sort()).toEqual([...ids].sort());
  });

  it("stays unknown to another client of the organization, but not to its admins", async () => {
    const mine = await registered();
    const admins = await registered(admin);
    expect((await list(alone)).map(({ id }: { id: string }) => id)).toEqual([mine]);
    expect((await at(READ, "GET", admins, alone)).status).toBe(404);
    expect(await list(admin)).toHaveLength(2);
  });

  it("does not stand in the event log of an access token, and stands in that of an admin", async () => {
    const id = await registered();
    await publish(clinic, 1);
    const events = async (headers: Headers, query = "") =>
      (await call(EVENTS, "GET", `/events${query}`, { headers })).body.events;
    const targets = async (headers: Headers) =>
      (await events(headers))[0].deliveries.map(({ target }: { target: string }) => target);
    expect(await targets(clinic.headers)).toEqual(["inbox"]);
    expect(await events(clinic.headers, `?endpoint_id=${id}`)).toEqual([]);
    const [shown] = await events(admin, `?endpoint_id=${id}`);
    const delivery = shown.deliveries.find(({ endpoint_id }: { endpoint_id: string }) => endpoint_id === id);
    const read = (headers: Headers) =>
      call(DELIVERY, "GET", `/events/${shown.event.id}/deliveries/${delivery.id}`, {
        headers,
        params: { id: shown.event.id, delivery_id: delivery.id },
      });
    expect([(await read(admin)).status, (await read(clinic.headers)).status]).toEqual([200, 404]);
  });

  it("holds the deliveries of all accounts while it is disabled, sends them once it is enabled, and gives them up when removed", async () => {
    const id = await registered();
    await publish(clinic, 1);
    await at(PATCH, "PATCH", id, alone, { status: "disabled" });
    await publish(beside, 2);
    expect(await statuses(id)).toEqual([{ status: "held" }, { status: "held" }]);
    await at(PATCH, "PATCH", id, alone, { status: "enabled" });
    await send(clinic);
    await send(beside);
    expect(received()).toEqual(["p1", "p2"]);
    await publish(beside, 3);
    await at(DELETE, "DELETE", id, alone);
    expect(await statuses(id)).toEqual([{ status: "succeeded" }, { status: "succeeded" }, { status: "refused" }]);
  });

  it("is disabled when its client may no longer link, and gets nothing more", async () => {
    const id = await registered();
    const { apiClientId } = clinic;
    await call(CHANGE_CLIENT, "PATCH", `/api-clients/${apiClientId}`, {
      headers: admin,
      params: { id: apiClientId },
      body: { may_link: false },
    });
    expect((await at(READ, "GET", id, admin)).body.webhook_endpoint).toMatchObject({
      status: "disabled",
      disabled_reason: "Its API client was revoked, or may no longer link EMRs",
    });
    await publish(clinic, 1);
    await send(clinic);
    expect(received()).toEqual([]);
    expect((await register(alone)).status).toBe(403);
  });
});

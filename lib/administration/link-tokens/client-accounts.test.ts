import { beforeEach, describe, expect, it } from "vitest";
import { PATCH as CHANGE_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { POST as CREATE_CLIENT } from "#app/v1/api-clients/route.ts";
import { DELETE as END, PATCH } from "#app/v1/linked-accounts/[id]/route.ts";
import { GET as LIST } from "#app/v1/linked-accounts/route.ts";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { POST as PAY } from "#app/v1/payments/route.ts";
import { call } from "#lib/testing/call";
import { aPayment } from "#lib/testing/clinic";
import { linkByPartner, type PartnersAccount, withoutAccount } from "#lib/testing/link-token";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

type Headers = Record<string, string>;

testDatabase();
let clinic: TestAccount;
let alone: Headers;
let admin: Headers;
let linked: PartnersAccount;

beforeEach(async () => {
  clinic = await makeLinkedAccount();
  alone = withoutAccount(clinic);
  admin = await signIn(clinic, "admin");
  linked = await linkByPartner(clinic, "customer-12");
});

const list = async (headers: Headers) => (await call(LIST, "GET", "/linked-accounts", { headers })).body;
const change = (id: string, headers: Headers, body: object) =>
  call(PATCH, "PATCH", `/linked-accounts/${id}`, { headers, params: { id }, body });
const end = (id: string, headers: Headers) =>
  call(END, "DELETE", `/linked-accounts/${id}`, { headers, params: { id } });

async function otherClient(): Promise<Headers> {
  const { body } = await call(CREATE_CLIENT, "POST", "/api-clients", { headers: admin, body: { name: "Another" } });
  const { id, client_id, client_secret } = body.api_client;
  await call(CHANGE_CLIENT, "PATCH", `/api-clients/${id}`, {
    headers: admin,
    params: { id },
    body: { may_link: true },
  });
  return { client_id, client_secret };
}

describe("the accounts of an API client, by its id and secret alone", () => {
  it("are those that it linked, with their state, and none of others", async () => {
    expect((await list(alone)).linked_accounts).toMatchObject([
      { id: linked.id, state: "linked", access_token_reference_id: "customer-12" },
    ]);
    expect((await list(await otherClient())).linked_accounts).toEqual([]);
    expect((await list(withoutAccount(await makeLinkedAccount()))).linked_accounts).toEqual([]);
    // An access token and an admin's session see what they did before.
    for (const headers of [clinic.headers, admin]) {
      const ids = (await list(headers)).linked_accounts.map(({ id }: { id: string }) => id);
      expect(ids.sort()).toEqual([clinic.tenant.linkedAccountId, linked.id].sort());
    }
  });

  it("are refused while an admin does not let it link, and with a wrong secret", async () => {
    const { apiClientId: id } = clinic;
    await call(CHANGE_CLIENT, "PATCH", `/api-clients/${id}`, {
      headers: admin,
      params: { id },
      body: { may_link: false },
    });
    for (const answer of [await list(alone), (await end(linked.id, alone)).body]) {
      expect(answer).toMatchObject({ success: false, message: expect.stringContaining("Not allowed") });
    }
    const wrong = { ...alone, client_secret: "wrong" };
    expect((await call(LIST, "GET", "/linked-accounts", { headers: wrong })).status).toBe(401);
  });

  it("get another reference, which events carry, and nothing else", async () => {
    const { status, body } = await change(linked.id, alone, { access_token_reference_id: "customer-99" });
    expect([status, body.linked_account.access_token_reference_id]).toEqual([200, "customer-99"]);
    for (const beyond of [
      { name: "Mine" },
      { active: false },
      { writes: ["payments:create"] },
      { access_token_reference_id: "customer-1", sync_interval_minutes: 0 },
    ]) {
      expect((await change(linked.id, alone, beyond)).status, JSON.stringify(beyond)).toBe(403);
    }
    expect((await list(alone)).linked_accounts[0].access_token_reference_id).toBe("customer-99");
  });

  it("end: its operations are refused, its records stay readable, and it is shown as unlinked", async () => {
    const { status, body } = await end(linked.id, alone);
    expect([status, body.linked_account.state]).toEqual([200, "unlinked"]);
    expect((await end(linked.id, alone)).status).toBe(200);
    expect((await call(PAY, "POST", "/payments", { headers: linked.headers, body: aPayment })).status).toBe(404);
    expect((await call(LOCATIONS, "GET", "/locations", { headers: linked.headers })).status).toBe(200);
    expect((await list(alone)).linked_accounts).toMatchObject([{ id: linked.id, state: "unlinked" }]);
  });

  it("are unknown if another client, another organization or an admin linked them", async () => {
    const reference = { access_token_reference_id: "mine" };
    const others = [await otherClient(), withoutAccount(await makeLinkedAccount())];
    for (const [id, headers] of [
      ...others.map((headers) => [linked.id, headers] as const),
      [clinic.tenant.linkedAccountId, alone] as const,
      ["nothing", alone] as const,
    ]) {
      expect((await change(id, headers, reference)).status).toBe(404);
      expect((await end(id, headers)).status).toBe(404);
    }
    expect((await list(alone)).linked_accounts[0]).toMatchObject({
      state: "linked",
      access_token_reference_id: "customer-12",
    });
  });

  it("are let write by an admin of the organization what their customer has agreed to, and nothing more", async () => {
    const { id } = linked;
    const switchOn = (...switch_on: string[]) => change(id, admin, { switch_on });
    expect((await change(id, admin, { switch_off: ["payments:create"] })).body.linked_account.writes).toEqual([]);
    expect((await switchOn("payments:create")).body.linked_account.writes).toEqual(["payments:create"]);
    for (const body of [{ switch_on: ["tasks:create"] }, { writes: ["payments:create", "tasks:create"] }]) {
      const { status, body: answer } = await change(id, admin, body);
      expect([status, answer.message]).toEqual([
        403,
        "Not allowed: the customer whose EMR this is has not agreed to tasks:create; the partner asks for that by a link token with linked_account_id and writes; nothing was saved",
      ]);
    }
    expect((await list(alone)).linked_accounts[0].writes).toEqual(["payments:create"]);
    // Nobody was asked about an account that an admin has linked.
    const own = clinic.tenant.linkedAccountId;
    expect((await change(own, admin, { writes: [] })).status).toBe(200);
    expect((await change(own, admin, { switch_on: ["tasks:create"] })).status).toBe(200);
  });

  it("are not changed by an access token, and an admin ends any", async () => {
    expect((await change(linked.id, linked.headers, { access_token_reference_id: "x" })).status).toBe(403);
    expect((await end(linked.id, linked.headers)).status).toBe(403);
    expect((await end(linked.id, admin)).status).toBe(200);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { GET, PATCH } from "#app/v1/settings/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;

beforeEach(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
});

const change = (body: unknown, headers = admin) => call(PATCH, "PATCH", "/settings", { body, headers });
const read = async () => (await call(GET, "GET", "/settings", { headers: clinic.headers })).body.settings;

const NOTHING = { name: null, address: null, phone: null, tax_id: null };

describe("PATCH /settings", () => {
  it("sets what is named and keeps the rest, and a sync keeps it", async () => {
    expect(await read()).toMatchObject({ clinic: NOTHING, methods_without_reference: [] });
    const address = "1 Main Street\nSpringfield, NY 10001";
    const first = await change({ clinic: { name: " Riverside  ", address, phone: "212-555-0100" } });
    expect(first.status).toBe(200);
    const clinicNow = { name: "Riverside", address, phone: "212-555-0100", tax_id: null };
    expect(first.body.settings).toMatchObject({ clinic: clinicNow, methods_without_reference: [] });
    const [method] = first.body.settings.payment_methods;
    await change({ clinic: { tax_id: "12-3456789", phone: null, address: "" } });
    await change({ methods_without_reference: [method.name, method.name] });
    expect(await read()).toMatchObject({
      clinic: { name: "Riverside", address: null, phone: null, tax_id: "12-3456789" },
      methods_without_reference: [method.name],
    });
    expect((await read()).payment_methods).toEqual(first.body.settings.payment_methods);
  });

  it("keeps what two admins change at once", async () => {
    await Promise.all([change({ clinic: { phone: "1" } }), change({ clinic: { tax_id: "2" } })]);
    expect((await read()).clinic).toEqual({ ...NOTHING, phone: "1", tax_id: "2" });
  });

  it("is for admins, is in the audit log, and changes the answer's entity tag", async () => {
    const staff = await signIn(clinic, "staff");
    expect((await change({ clinic: { phone: "1" } }, staff)).status).toBe(403);
    const tag = async () => (await call(GET, "GET", "/settings", { headers: clinic.headers })).headers.get("etag");
    const before = await tag();
    await change({ clinic: { phone: "1" } });
    expect(await tag()).not.toBe(before);
    const entries = await database.asOwner(
      "SELECT route FROM audit_log WHERE linked_account_id = $1 AND action = 'settings:update' AND status = 200",
      [clinic.tenant.linkedAccountId],
    );
    expect(entries).toEqual([{ route: "PATCH /settings" }]);
  });

  it.each([
    [{}, undefined],
    [{ clinic: "Riverside" }, "clinic"],
    [{ clinic: { phone: "1\n2" } }, "clinic.phone"],
    [{ clinic: { name: "x".repeat(201) } }, "clinic.name"],
    [{ clinic: { address: "x".repeat(501) } }, "clinic.address"],
    [{ methods_without_reference: "Cash" }, "methods_without_reference"],
    [{ methods_without_reference: ["Barter"] }, "methods_without_reference[0]"],
  ])("refuses %j", async (body, field) => {
    const before = await read();
    const answer = await change(body);
    expect(answer.status).toBe(400);
    if (field) expect(answer.body.errors).toMatchObject([{ field }]);
    expect(await read()).toEqual(before);
  });

  it("answers 404 before the first sync", async () => {
    const unsynced = await makeLinkedAccount();
    const answer = await change({ clinic: { phone: "1" } }, await signIn(unsynced, "admin"));
    expect([answer.status, answer.body.message]).toEqual([404, "Synced settings of this account not found"]);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { GET as LOCATIONS } from "#app/v1/locations/route.ts";
import { GET as SETTINGS } from "#app/v1/settings/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

testDatabase();
let clinic: TestAccount;
let basic: TestAccount;
let unsynced: TestAccount;

beforeAll(async () => {
  clinic = await openClinic();
  basic = await openClinic({ kind: "sandbox_basic" });
  unsynced = await makeLinkedAccount();
});

const get = (route: typeof SETTINGS, path: string, account = clinic) =>
  call(route, "GET", path, { headers: account.headers });

describe("GET /settings", () => {
  it("returns the result of the last sync, in the shapes of decisions §5 and §11", async () => {
    const { status, body } = await get(SETTINGS, "/settings");
    expect(status).toBe(200);
    expect(body.settings).toMatchObject({
      timezone: "America/New_York",
      emr_type: "sandbox",
      required_patient_fields: ["first_name", "last_name", "dob"],
      teams: expect.arrayContaining([
        expect.objectContaining({
          id: "1",
          service_types: expect.arrayContaining([{ id: "101", name: expect.any(String), form_id: "PHQ-2" }]),
        }),
      ]),
    });
    expect(Date.now() - Date.parse(body.settings.synced_at)).toBeLessThan(60_000);
    const closing = body.settings.recall_closing_actions.map(({ id }: { id: string }) => id);
    const actions = body.settings.recall_actions.map(({ id }: { id: string }) => id);
    expect(closing.length).toBeGreaterThan(0);
    expect(actions).toEqual(expect.arrayContaining(closing));
  });

  it("returns the missing capabilities of the connected EMR", async () => {
    const capabilities = async (account: TestAccount) =>
      (await get(SETTINGS, "/settings", account)).body.settings.capabilities as string[];
    const [all, some] = [await capabilities(clinic), await capabilities(basic)];
    expect(all).toEqual(expect.arrayContaining(some));
    expect(all.filter((capability) => !some.includes(capability)).sort()).toEqual([
      "claims_fetch",
      "order_catalog",
      "services",
    ]);
  });

  it("answers 404 before the first sync", async () => {
    const { status, body } = await get(SETTINGS, "/settings", unsynced);
    expect([status, body]).toEqual([404, { success: false, message: "Synced settings of this account not found" }]);
  });
});

describe("GET /locations", () => {
  const location = {
    id: expect.stringMatching(/^[0-9a-f]{32}$/),
    address_street: "1 Main Street",
    address_city: "Springfield",
    address_state: "NY",
    address_zip: "10001",
    set_aside: null,
  };

  it("lists the practice's locations by their EMR id, with exactly the specified fields", async () => {
    const { status, body } = await get(LOCATIONS, "/locations");
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      locations: [
        { ...location, emr_id: "LOC-1", name: "Main", phone: "212-555-0100" },
        { ...location, emr_id: "LOC-2", name: "North", phone: "212-555-0101" },
      ],
    });
  });

  it("returns pages", async () => {
    const first = await get(LOCATIONS, "/locations?limit=1");
    expect(first.body.locations.map(({ emr_id }: { emr_id: string }) => emr_id)).toEqual(["LOC-1"]);
    const next = await get(LOCATIONS, `/locations?limit=1&cursor=${first.body.next_cursor}`);
    expect(next.body.locations.map(({ emr_id }: { emr_id: string }) => emr_id)).toEqual(["LOC-2"]);
    expect(next.body).not.toHaveProperty("next_cursor");
    expect((await get(LOCATIONS, `/locations?cursor=${newId()}`)).status).toBe(400);
  });

  it("returns none of another account", async () => {
    expect((await get(LOCATIONS, "/locations", unsynced)).body.locations).toEqual([]);
  });
});

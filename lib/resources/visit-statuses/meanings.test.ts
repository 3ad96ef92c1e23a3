import { beforeEach, describe, expect, it } from "vitest";
import { GET, PATCH } from "#app/v1/visit-status-meanings/route.ts";
import { GET as GET_STATUSES } from "#app/v1/visit-statuses/route.ts";
import { withTenant } from "#lib/db/tenant";
import { storeVisitStatuses } from "#lib/resources/visit-statuses/sync";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;

const STATUSES = [
  { code: "S", description: "Scheduled" },
  { code: "A", description: "Arrived" },
  { code: "W", description: "Waitlisted" },
];

const store = (statuses: Parameters<typeof storeVisitStatuses>[2]) =>
  withTenant(clinic.tenant, (tx) => storeVisitStatuses(tx, clinic.tenant, statuses));

beforeEach(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
  await store(STATUSES);
});

const read = async (headers: Record<string, string> = clinic.headers) =>
  (await call(GET, "GET", "/visit-status-meanings", { headers })).body.visit_status_meanings;

const change = (meanings: unknown, headers = admin) =>
  call(PATCH, "PATCH", "/visit-status-meanings", { body: { meanings }, headers });

describe("meanings of visit statuses", () => {
  it("are proposed from the descriptions, and apply once an admin has chosen them", async () => {
    expect(await read()).toEqual([
      { code: "S", description: "Scheduled", meaning: null, proposal: "booked" },
      { code: "A", description: "Arrived", meaning: null, proposal: "arrived" },
      { code: "W", description: "Waitlisted", meaning: null, proposal: null },
    ]);
    const answer = await change([
      { code: "S", meaning: "booked" },
      { code: "A", meaning: "in_room" },
    ]);
    expect(answer.status).toBe(200);
    expect(await read()).toEqual(answer.body.visit_status_meanings);
    expect(answer.body.visit_status_meanings.map(({ meaning }: { meaning: string }) => meaning)).toEqual([
      "booked",
      "in_room",
      null,
    ]);
  });

  it("keep those of statuses that are not named, and outlast the next reading of the EMR", async () => {
    await change([{ code: "S", meaning: "booked" }]);
    await change([{ code: "A", meaning: "arrived" }]);
    await store(STATUSES.map(({ code, description }) => ({ code, description: `${description}!` })));
    const meanings = (await read()).map(({ meaning }: { meaning: string | null }) => meaning);
    expect(meanings).toEqual(["booked", "arrived", null]);
  });

  it("are known where the EMR states them, until an admin chooses another or none", async () => {
    await store([
      { code: "S", description: "Planned", meaning: "booked" },
      { code: "A", description: "In room 1", meaning: "arrived" },
    ]);
    expect(await read()).toMatchObject([
      { meaning: "booked", proposal: "booked" },
      { meaning: "arrived", proposal: "in_room" },
    ]);
    await change([{ code: "S", meaning: null }]);
    expect(await read()).toMatchObject([{ meaning: null }, { meaning: "arrived" }]);
  });

  it("are read by everyone and changed by admins alone, with an audit entry", async () => {
    const staff = await signIn(clinic, "staff");
    expect(await read(staff)).toHaveLength(3);
    expect((await change([{ code: "S", meaning: "booked" }], staff)).status).toBe(403);
    await change([{ code: "S", meaning: "booked" }]);
    const entries = await database.asOwner(
      "SELECT route FROM audit_log WHERE linked_account_id = $1 AND action = 'visit-statuses:update' AND status = 200",
      [clinic.tenant.linkedAccountId],
    );
    expect(entries).toEqual([{ route: "PATCH /visit-status-meanings" }]);
  });

  it.each([
    [[{ code: "S", meaning: "late" }], "meanings[0].meaning"],
    [[{ code: "X", meaning: "booked" }], "meanings[0].code"],
    [[], "meanings"],
    ["S", "meanings"],
  ])("refuse %j", async (meanings, field) => {
    const answer = await change(meanings);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ field }]);
    expect((await read())[0].meaning).toBeNull();
  });

  it("refuse a status named twice", async () => {
    const twice = [
      { code: "S", meaning: "booked" },
      { code: "S", meaning: "done" },
    ];
    expect((await change(twice)).status).toBe(400);
  });

  it("leave the read of the interface as it is", async () => {
    await change([{ code: "S", meaning: "booked" }]);
    const { body } = await call(GET_STATUSES, "GET", "/visit-statuses", { headers: clinic.headers });
    expect(body.data).toEqual(STATUSES);
  });
});

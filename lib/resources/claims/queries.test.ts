import { beforeAll, describe, expect, it } from "vitest";
import { GET } from "#app/v1/claims/route.ts";
import { drawAsOf } from "#lib/db/as-of";
import { withTenant } from "#lib/db/tenant";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { claimRecord } from "./model.ts";
import { storeClaims } from "./sync.ts";
import { claim } from "./table.ts";

testDatabase();
let clinic: TestAccount;
let other: TestAccount;

const emrClaim = (number: number, serviceDate: string) => ({
  emrClaimId: `CLM-${number}`,
  patientMrn: number % 2 ? "MRN-1" : "MRN-2",
  serviceDate,
  claimStatus: number === 3 ? "PAID" : "SUB",
  claimStatusDescription: number === 3 ? "Paid in full" : "Submitted to payer",
  totalCharge: "150.00",
  balance: "40.50",
});

const store = (...claims: ReturnType<typeof emrClaim>[]) =>
  withTenant(clinic.tenant, async (tx) =>
    storeClaims(tx, clinic.tenant, { claims, asOf: await drawAsOf(tx), since: new Date() }),
  );

async function list(query = "", account = clinic) {
  const answer = await call(GET, "GET", `/claims${query}`, { headers: account.headers });
  return { ...answer, ids: answer.body.claims?.map((found: { emr_claim_id: string }) => found.emr_claim_id) };
}

beforeAll(async () => {
  [clinic, other] = [await openClinic(), await openClinic()];
  await withTenant(clinic.tenant, (tx) => tx.delete(claim));
  await store(emrClaim(1, "2026-03-02"), emrClaim(2, "2026-03-03"), emrClaim(3, "2026-03-04"));
});

describe("GET /claims", () => {
  it("lists the latest service first, with exactly the fields of the claim record", async () => {
    const { status, body, ids } = await list();
    expect([status, body.success, ids]).toEqual([200, true, ["CLM-3", "CLM-2", "CLM-1"]]);
    for (const found of body.claims) expect(claimRecord.strict().parse(found)).toEqual(found);
    expect(body.claims[0]).toMatchObject({
      service_date: "2026-03-04",
      claim_status: "PAID",
      total_charge: "150.00",
      balance: "40.50",
      patient_mrn: "MRN-1",
      patient_name: "Ana Ávila",
    });
    expect((await list("", other)).ids).not.toContain("CLM-4");
  });

  it.each([
    ["?service_date=2026-03-03", ["CLM-2"]],
    ["?claim_ids=CLM-1,%20CLM-3,CLM-9", ["CLM-3", "CLM-1"]],
    ["?patient_mrn=MRN-1", ["CLM-3", "CLM-1"]],
    ["?claim_status=SUB", ["CLM-2", "CLM-1"]],
    ["?claim_status=SUB&patient_mrn=MRN-1", ["CLM-1"]],
    ["?claim_ids=,", []],
  ])("filters by %s", async (query, ids) => {
    expect((await list(query)).ids).toEqual(ids);
  });

  it.each([
    ["?service_from=2026-03-03", ["CLM-3", "CLM-2"]],
    ["?service_until=2026-03-03", ["CLM-2", "CLM-1"]],
    ["?service_from=2026-03-03&service_until=2026-03-03", ["CLM-2"]],
    ["?sort=service_date", ["CLM-1", "CLM-2", "CLM-3"]],
    ["?sort=-emr_claim_id", ["CLM-3", "CLM-2", "CLM-1"]],
  ])("narrows and sorts by %s", async (query, ids) => {
    expect((await list(query)).ids).toEqual(ids);
  });

  it("counts and adds up all matching claims, however many the page has, if it is asked to", async () => {
    const { body } = await list("?limit=1&claim_status=SUB&include_total=true");
    expect([body.claims.length, body.total, body.totals]).toEqual([1, 2, { total_charge: "300.00", balance: "81.00" }]);
    expect((await list("?claim_ids=CLM-9&include_total=true")).body).toMatchObject({
      total: 0,
      totals: { total_charge: "0.00", balance: "0.00" },
    });
    expect((await list()).body).not.toHaveProperty("total");
  });

  it("pages through a sorted list whose values repeat", async () => {
    const first = await list("?limit=1&sort=-balance");
    const second = await list(`?limit=1&sort=-balance&cursor=${first.body.next_cursor}`);
    const third = await list(`?limit=1&sort=-balance&cursor=${second.body.next_cursor}`);
    expect([...first.ids, ...second.ids, ...third.ids].toSorted()).toEqual(["CLM-1", "CLM-2", "CLM-3"]);
    expect(third.body).not.toHaveProperty("next_cursor");
    const elsewhere = await list(`?sort=service_date&cursor=${first.body.next_cursor}`);
    expect(elsewhere.status).toBe(400);
  });

  it.each([
    "?service_date=2026-02-30",
    "?service_date=x",
    "?limit=0",
    "?limit=5001",
    "?cursor=x",
    "?sort=patient_name",
    "?include_total=1",
    "?service_from=2026-03-04&service_until=2026-03-03",
  ])("refuses %s with 400", async (query) => {
    const answer = await list(query);
    expect([answer.status, answer.body.success]).toEqual([400, false]);
  });

  it("pages without gaps or duplicates while claims are added before and after the cursor", async () => {
    const first = await list("?limit=1");
    await store(emrClaim(4, "2026-03-05"), emrClaim(5, "2026-03-03"));
    const second = await list(`?limit=2&cursor=${first.body.next_cursor}`);
    const third = await list(`?limit=2&cursor=${second.body.next_cursor}`);
    const ids = [first, second, third].flatMap((page) => page.ids);
    expect(ids).toEqual(["CLM-3", "CLM-5", "CLM-2", "CLM-1"]);
    expect(third.body.next_cursor).toBeUndefined();
  });
});

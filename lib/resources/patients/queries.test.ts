import { beforeAll, describe, expect, it } from "vitest";
import { GET as GET_ONE } from "#app/v1/patients/[mrn]/route.ts";
import { GET } from "#app/v1/patients/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { patientModel } from "./model.ts";

testDatabase();
let clinic: TestAccount;
let other: TestAccount;

beforeAll(async () => {
  [clinic, other] = [await openClinic(), await openClinic()];
});

/** Returns the MRNs that a search finds, ordered by patient name. */
async function list(parameters: Record<string, string>, account: TestAccount = clinic) {
  const path = `/patients?${new URLSearchParams(parameters)}`;
  const answer = await call(GET, "GET", path, { headers: account.headers });
  return { ...answer, mrns: answer.body.patients?.map(({ mrn }: { mrn: string }) => mrn) };
}

describe("GET /patients", () => {
  it.each([
    ["MRN-2", ["MRN-2"]],
    ["]C1MRN-2\r\n", ["MRN-2"]],
    ["nguyen, bo", ["MRN-2"]],
    ["o'neil 1980-05-17", ["MRN-3"]],
    ["(212) 555-0147", ["MRN-2", "MRN-3", "MRN-1"]],
    ["(212) 5550147 ana", ["MRN-1"]],
    ["(212) 555-0148", []],
    ["100%", []],
    ["-", []],
    [" ... ", []],
    [" ", ["MRN-2", "MRN-3", "MRN-1"]],
  ])("filters by %s", async (query, mrns) => {
    expect((await list({ query })).mrns).toEqual(mrns);
  });

  it("returns the patients with the given MRNs, only of the caller's account", async () => {
    const named = await list({ mrns: "MRN-3, MRN-1,MRN-99" });
    expect(named.body.patients).toMatchObject([
      { mrn: "MRN-3", first_name: "Cy", last_name: "O'Neil" },
      { mrn: "MRN-1", first_name: "Ana", last_name: "Ávila" },
    ]);
    expect((await list({ mrns: "MRN-1" }, other)).body.patients[0].ehr_id).toBe("PAT-1");
    expect((await list({ mrns: "MRN-3,MRN-1", query: "cy" })).mrns).toEqual(["MRN-3"]);
    expect((await list({ mrns: "," })).mrns).toEqual([]);
  });

  it("refuses more MRNs than a page lists", async () => {
    const answer = await list({ mrns: Array.from({ length: 201 }, (_, index) => `MRN-${index}`).join(",") });
    expect([answer.status, answer.body.message]).toEqual([400, "mrns must have at most 200 entries"]);
  });
});

describe("GET /patients/{mrn}", () => {
  const get = (mrn: string, account = clinic) =>
    call(GET_ONE, "GET", `/patients/${encodeURIComponent(mrn)}`, { headers: account.headers, params: { mrn } });

  it("returns one patient, only of the caller's account", async () => {
    const { status, body } = await get("MRN-1");
    expect([status, body.success]).toEqual([200, true]);
    expect(patientModel.strict().parse(body.patient)).toEqual(body.patient);
    expect(body.patient).toMatchObject({ mrn: "MRN-1", last_name: "Ávila", ehr_id: "PAT-1" });
  });

  it.each(["MRN-9", "mrn-1", "", "\0", "\ud800"])("answers 404 for %j", async (mrn) => {
    const answer = await call(GET_ONE, "GET", "/patients/x", { headers: clinic.headers, params: { mrn } });
    expect([answer.status, answer.body]).toEqual([404, { success: false, message: "Patient not found" }]);
  });
});

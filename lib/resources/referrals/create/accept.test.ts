import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "#app/v1/referrals/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const aReferral = { patient_mrn: "MRN-1", reason: "Palpitations" };

beforeAll(async () => {
  clinic = await openClinic();
});

const post = (change: Record<string, unknown> = {}) =>
  call(POST, "POST", "/referrals", { body: { ...aReferral, ...change }, headers: clinic.headers });

const counts = () =>
  database.asOwner("SELECT (SELECT count(*) FROM job) AS jobs, (SELECT count(*) FROM referral) AS referrals");

const referringProvider = async (account: TestAccount) =>
  (
    await database.asOwner<{ id: string }>("SELECT id FROM referring_provider WHERE linked_account_id = $1 LIMIT 1", [
      account.tenant.linkedAccountId,
    ])
  )[0]?.id.replaceAll("-", "");

describe("POST /referrals", () => {
  it("answers with the ids of the referral and the job, and stores the request", async () => {
    const referring_provider_id = await referringProvider(clinic);
    const answer = await post({
      direction: "incoming",
      referring_provider_id,
      location_id: "LOC-1",
      status: "pending review",
      visits_allowed: 2,
    });
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "Referral queued",
        referral_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
    const [row] = await database.asOwner("SELECT *, job_id::integer FROM referral WHERE id = $1", [
      answer.body.referral_id,
    ]);
    expect(row).toMatchObject({
      ehr_id: null,
      job_id: answer.body.job_id,
      patient_mrn: "MRN-1",
      direction: "incoming",
      status: "pending review",
      priority: "routine",
      reason: "Palpitations",
      location_id: "LOC-1",
      visits_allowed: 2,
    });
    expect(String(row?.referring_provider_id).replaceAll("-", "")).toBe(referring_provider_id);
  });

  it.each([
    ["no reason", { reason: undefined }, 400, "Missing required field: reason"],
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
    ["an unknown location", { location_id: "LOC-9" }, 404, "Location with this location_id not found"],
    [
      "an unknown referring provider",
      { referring_provider_id: newId() },
      404,
      "Referring provider with this referring_provider_id not found",
    ],
    [
      "a malformed referring provider",
      { referring_provider_id: "RP-1" },
      404,
      "Referring provider with this referring_provider_id not found",
    ],
    [
      "an unknown assignee",
      { assigned_to_id: "STF-404" },
      400,
      expect.stringMatching(/^assigned_to_id must be one of the account's staff: \S/),
    ],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await counts();
    const answer = await post(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await counts()).toEqual(before);
  });

  it("answers 404 for another organization's referring provider or patient", async () => {
    const other = await openClinic();
    expect((await post({ referring_provider_id: await referringProvider(other) })).status).toBe(404);
    await database.asOwner("UPDATE patient SET mrn = 'MRN-THEIRS' WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
      other.tenant.linkedAccountId,
    ]);
    expect((await post({ patient_mrn: "MRN-THEIRS" })).status).toBe(404);
  });
});

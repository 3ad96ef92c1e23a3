import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH } from "#app/v1/referrals/[id]/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let inEmr: string;
let notYet: string;

async function addReferral(account: TestAccount, ehrId: string | null): Promise<string> {
  const id = newId();
  const { organizationId, linkedAccountId } = account.tenant;
  await database.asOwner(
    `INSERT INTO referral (id, organization_id, linked_account_id, ehr_id, patient_mrn, direction, reason, start_date, end_date)
     VALUES ($1, $2, $3, $4, 'MRN-1', 'outgoing', 'Cough', '2026-03-02', '2026-06-30')`,
    [id, organizationId, linkedAccountId, ehrId],
  );
  return id;
}

beforeAll(async () => {
  clinic = await openClinic();
  inEmr = await addReferral(clinic, "REF-900");
  notYet = await addReferral(clinic, null);
});

// Removes pending updates: the dates of the next update are checked against them.
beforeEach(() => database.asOwner("DELETE FROM job"));

const patch = (id: string, body: Record<string, unknown>, headers = clinic.headers) =>
  call(PATCH, "PATCH", `/referrals/${id}`, { body, headers, params: { id } });

const stored = () =>
  database.asOwner("SELECT (SELECT count(*) FROM job) AS jobs, (SELECT jsonb_agg(r ORDER BY id) FROM referral r)");

const staffIds = async () =>
  (
    await database.asOwner<{ ehr_id: string }>(
      "SELECT ehr_id FROM staff WHERE linked_account_id = $1 ORDER BY ehr_id",
      [clinic.tenant.linkedAccountId],
    )
  ).map(({ ehr_id }) => ehr_id);

const dashed = (id: string) => id.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

describe("PATCH /referrals/{id}", () => {
  it.each([
    ["without dashes", (id: string) => id],
    ["with dashes", dashed],
    ["in capitals", (id: string) => dashed(id).toUpperCase()],
  ])("accepts an id %s and answers with it without dashes", async (_name, write) => {
    const answer = await patch(write(inEmr), { priority: "STAT" });
    expect([answer.status, answer.body]).toEqual([
      202,
      { success: true, message: "Referral update queued", referral_id: inEmr, job_id: expect.any(Number) },
    ]);
    const [job] = await database.asOwner("SELECT type, request, patient_mrn FROM job WHERE id = $1", [
      answer.body.job_id,
    ]);
    expect(job).toEqual({ type: "referrals:update", request: { priority: "stat" }, patient_mrn: "MRN-1" });
  });

  it("accepts a known location, a known assignee, and dates that fit the current ones", async () => {
    const [assigned_to_id] = await staffIds();
    expect(assigned_to_id).toBeDefined();
    const body = { location_id: "LOC-1", assigned_to_id, start_date: "2026-06-30" };
    expect((await patch(inEmr, body)).status).toBe(202);
    expect((await patch(inEmr, { end_date: "2026-07-01" })).status).toBe(202);
  });

  it.each([
    ["a malformed id", () => "12", { priority: "stat" }, 400, "Invalid referral id: must be a valid UUID"],
    ["an unknown id", newId, { priority: "stat" }, 404, "Referral not found"],
    [
      "a referral that is not yet in the EMR",
      () => notYet,
      { priority: "stat" },
      409,
      "Referral not yet created in the EMR",
    ],
    ["an unknown location", () => inEmr, { location_id: "LOC-9" }, 404, "Location with this location_id not found"],
    [
      "an end before the current start",
      () => inEmr,
      { end_date: "2026-03-01" },
      400,
      "end_date must be on or after the referral's start_date, 2026-03-02",
    ],
    [
      "a start after the current end",
      () => inEmr,
      { start_date: "2026-07-01" },
      400,
      "start_date must be on or before the referral's end_date, 2026-06-30",
    ],
    ["no field", () => inEmr, { callback_urls: [] }, 400, "No updatable fields provided"],
    [
      "an unexpected field",
      () => inEmr,
      { direction: "incoming", notes: "x" },
      400,
      "Unexpected fields: direction. Updatable fields: priority, status, reason, notes, prior_authorization_code, specialty, location_id",
    ],
  ])("queues nothing for %s", async (_name, id, body, status, message) => {
    const before = await stored();
    const answer = await patch(id(), body);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await stored()).toEqual(before);
  });

  it("names an unknown assignee with the valid ones, and other errors", async () => {
    const before = await stored();
    const answer = await patch(inEmr, { assigned_to_id: "STF-404", end_date: "2026-03-01" });
    const staff = (await staffIds()).join(", ");
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "end_date must be on or after the referral's start_date, 2026-03-02; " +
        `assigned_to_id must be one of the account's staff: ${staff}`,
    ]);
    expect(await stored()).toEqual(before);
  });

  it("answers 404 for a referral of another organization or another account", async () => {
    const other = await openClinic();
    const theirs = await addReferral(other, "REF-901");
    expect((await patch(theirs, { notes: "x" })).status).toBe(404);
    await database.asOwner("UPDATE referral SET organization_id = $1 WHERE id = $2", [
      clinic.tenant.organizationId,
      theirs,
    ]);
    expect((await patch(theirs, { notes: "x" })).status).toBe(404);
  });

  it("refuses the location or staff of another organization", async () => {
    const other = await openClinic();
    await database.asOwner(
      "UPDATE location SET emr_id = 'LOC-THEIRS' WHERE linked_account_id = $1 AND emr_id = 'LOC-1'",
      [other.tenant.linkedAccountId],
    );
    await database.asOwner(
      "UPDATE staff SET ehr_id = 'STF-THEIRS' WHERE id = (SELECT id FROM staff WHERE linked_account_id = $1 LIMIT 1)",
      [other.tenant.linkedAccountId],
    );
    expect((await patch(inEmr, { location_id: "LOC-THEIRS" })).status).toBe(404);
    expect((await patch(inEmr, { assigned_to_id: "STF-THEIRS" })).status).toBe(400);
  });
});

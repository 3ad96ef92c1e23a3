import { beforeAll, describe, expect, it } from "vitest";
import { GET as REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { GET as REFERRALS } from "#app/v1/referrals/route.ts";
import { withTenant } from "#lib/db/tenant";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";
import { type ReferralModel, referralModel } from "./model.ts";
import { referral } from "./table.ts";

const database = testDatabase();
let clinic: TestAccount;
let other: TestAccount;

const list = async (query = "", account = clinic) => {
  const answer = await call(REFERRALS, "GET", `/referrals${query}`, { headers: account.headers });
  const found: ReferralModel[] = answer.body.referrals ?? [];
  return { ...answer, found, ehrIds: found.map(({ ehr_id }) => ehr_id) };
};
const get = (id: string, account = clinic) =>
  call(REFERRAL, "GET", `/referrals/${id}`, { headers: account.headers, params: { id } });

/** Adds a referral that does not yet exist in the EMR. */
const add = () =>
  withTenant(clinic.tenant, (tx) =>
    tx.insert(referral).values({
      id: newId(),
      ...clinic.tenant,
      patientMrn: "MRN-3",
      direction: "outgoing",
      reason: "Knee pain",
    }),
  );

beforeAll(async () => {
  [clinic, other] = [await openClinic(), await openClinic()];
  await database.asOwner("UPDATE sandbox.document SET created_at = '2026-01-01' WHERE id = 'DOC-2'");
  await database.asOwner("UPDATE document SET created_at = '2026-01-01' WHERE emr_id = 'DOC-2'");
  await database.asOwner("UPDATE referral SET created_at = '2026-02-21' WHERE ehr_id = 'REF-2'");
});

describe("GET /referrals", () => {
  it("lists the newest first, with exactly the fields of the record, and its documents oldest first", async () => {
    const { found, ehrIds } = await list();
    expect(ehrIds).toEqual(["REF-2", "REF-1"]);
    for (const each of found) expect(referralModel.strict().parse(each)).toEqual(each);
    const documents = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM document WHERE linked_account_id = $1 AND referral_id IS NOT NULL ORDER BY emr_id DESC",
      [clinic.tenant.linkedAccountId],
    );
    expect(found[1]).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      ehr_id: "REF-1",
      patient_mrn: "MRN-1",
      patient_name: "Ana Ávila",
      direction: "incoming",
      status: "Pending Review",
      priority: "routine",
      reason: "Chest pain on exertion",
      notes: null,
      prior_authorization_code: null,
      specialty: "Cardiology",
      location_id: "LOC-1",
      start_date: "2026-03-01",
      end_date: "2026-06-01",
      visits_allowed: 6,
      assigned_to_id: "201",
      referring_provider_id: expect.stringMatching(/^[0-9a-f]{32}$/),
      referring_provider_name: "Iris Kaplan",
      document_ids: documents.map(({ id }) => id),
      created_at: "2026-02-20T15:00:00.000Z",
      updated_at: "2026-02-20T15:00:00.000Z",
      set_aside: null,
    });
    expect(documents).toHaveLength(2);
    expect(found[0]?.document_ids).toEqual([]);
  });

  it.each([
    ["?status=pending%20%20REVIEW", ["REF-2", "REF-1"]],
    ["?status=PendingReview&direction=incoming", ["REF-1"]],
    ["?status=Completed", []],
    ["?patient_mrn=MRN-2", ["REF-2"]],
    ["?direction=outgoing", ["REF-2"]],
  ])("filters by %s", async (query, ehrIds) => {
    expect((await list(query)).ehrIds).toEqual(ehrIds);
  });

  it("refuses an unknown direction", async () => {
    const { status, body } = await list("?direction=up");
    expect([status, body.message]).toEqual([400, "direction must be one of incoming, outgoing"]);
  });

  it("pages without gaps or duplicates while referrals are added", async () => {
    const first = await list("?limit=1");
    await add();
    const second = await list(`?limit=1&cursor=${first.body.next_cursor}`);
    expect([...first.ehrIds, ...second.ehrIds, second.body.next_cursor]).toEqual(["REF-2", "REF-1", undefined]);
    expect((await list("?limit=1")).found).toMatchObject([{ ehr_id: null, status: null, priority: null, notes: null }]);
  });
});

describe("GET /referrals/{id}", () => {
  it("accepts the id with and without dashes, in any case", async () => {
    const [wanted] = (await list("?patient_mrn=MRN-1")).found;
    const id = wanted?.id ?? "";
    const dashed = id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5").toUpperCase();
    for (const each of [id, dashed]) {
      const { status, body } = await get(each);
      expect([status, body]).toEqual([200, { success: true, referral: wanted }]);
    }
  });

  it("answers 400 for a malformed id, and 404 for an unknown one or another account's", async () => {
    const [mine] = (await list()).found;
    expect((await get("x")).body).toEqual({ success: false, message: "Invalid referral id: must be a valid UUID" });
    expect((await get("x")).status).toBe(400);
    for (const answer of [await get(newId()), await get(mine?.id ?? "", other)]) {
      expect([answer.status, answer.body]).toEqual([404, { success: false, message: "Referral not found" }]);
    }
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { openClinic } from "#lib/testing/clinic";
import { aPolicy, insurancesAt } from "#lib/testing/insurances-at";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const { jobs, post, list, added, inEmr, published, accepted } = insurancesAt(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

describe("POST /patients/{mrn}/insurances", () => {
  it("adds the insurance once in the EMR, and lists it from its acceptance on", async () => {
    const asked = { group_number: "G-1", relationship: "spouse", subscriber: "Luis Ávila" };
    const { status, body } = await post(asked);
    const { insurance_id, job_id } = body;
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        message: "Insurance queued",
        insurance_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        patient_mrn: "MRN-1",
        job_id: expect.any(Number),
      },
    ]);
    expect((await list()).insurances).toMatchObject([{ id: insurance_id, emr_insurance_id: null, status: "queued" }]);
    await jobs.run(job_id);
    const [held, ...others] = await inEmr();
    expect([held, others]).toEqual([
      { ...aPolicy, ...asked, id: expect.stringMatching(/^INSU-/), patient_id: "PAT-1", payer_id: null },
      [],
    ]);
    const record = { ...aPolicy, ...asked, emr_insurance_id: held?.id, patient_mrn: "MRN-1", payer_id: null };
    expect(await published(job_id)).toEqual([["patient_insurance.created", { insurance_id, ...record }]]);
    expect((await list()).insurances).toEqual([
      { id: insurance_id, ...record, job_id, status: "completed", created_at: expect.any(String) },
    ]);
  });

  it("knows a payer of the EMR's list by its id and by its name, in any case", async () => {
    await added({ payer_name: undefined, payer_id: "INS-1" });
    await added({ payer_name: "aetna", member_id: "A-2", priority: 2 });
    expect(await inEmr()).toMatchObject([
      { payer_id: "INS-1", payer_name: "Aetna", relationship: "self", subscriber: null },
      { payer_id: "INS-1", payer_name: "Aetna" },
    ]);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["no payer", { payer_name: undefined }, 400, "Send exactly one of payer_id or payer_name"],
    ["two payers", { payer_id: "INS-1" }, 400, "Send exactly one of payer_id or payer_name"],
    [
      "an unknown payer's id",
      { payer_name: undefined, payer_id: "INS-404" },
      400,
      expect.stringMatching(/^payer_id must be one of the account's insurance companies: INS-1/) as unknown as string,
    ],
    ["no member number", { member_id: undefined }, 400, "Missing required field: member_id"],
    ["no priority", { priority: undefined }, 400, "Missing required field: priority (must be 1, 2 or 3)"],
    ["a fourth insurance", { priority: 4 }, 400, "priority must be 1, 2 or 3"],
    ["half a priority", { priority: 1.5 }, 400, "priority must be 1, 2 or 3"],
    ["a priority as text", { priority: "1" }, 400, "priority must be 1, 2 or 3"],
    [
      "an unknown relationship",
      { relationship: "aunt" },
      400,
      "relationship must be one of self, spouse, child, parent, other",
    ],
    [
      "somebody else's insurance without the name",
      { relationship: "child" },
      400,
      "subscriber is required unless relationship is self",
    ],
    [
      "a hidden character",
      { member_id: "B‮1" },
      400,
      "member_id must be one line without invisible characters, but has U+202E",
    ],
  ])("queues nothing for %s", async (_name, change, status, message) => {
    const answer = await post(change);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(await accepted()).toEqual([]);
  });

  it("is 404 for an unknown patient, and for one of another tenant", async () => {
    const other = await openClinic();
    await database.asOwner("UPDATE patient SET mrn = 'MRN-OWN' WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
      other.tenant.linkedAccountId,
    ]);
    expect((await post({}, { mrn: "MRN-404" })).status).toBe(404);
    expect((await post({}, { mrn: "MRN-OWN" })).status).toBe(404);
    expect((await post({}, { mrn: "MRN-OWN", at: other })).status).toBe(202);
    expect((await list("MRN-OWN")).message).toBe("Patient not found");
    expect((await list("MRN-OWN", other)).insurances).toHaveLength(1);
  });

  it.each<[string, Record<string, unknown>, number]>([
    ["the same priority", { payer_name: "Aetna", member_id: "A-1" }, 409],
    ["the same number at the same payer", { payer_name: "blue shield", priority: 2 }, 409],
    ["the same number at another payer", { payer_name: "Aetna", priority: 2 }, 202],
    ["another number at the same payer", { member_id: "BSX 2", priority: 3 }, 202],
  ])("beside another one of the patient: %s", async (_name, change, status) => {
    await added();
    expect((await post(change)).status).toBe(status);
    expect((await post(change, { mrn: "MRN-2" })).status).toBe(202);
  });

  it("of two at once with one priority, the EMR takes the first and the other fails with the reason", async () => {
    const [first, second] = [await post(), await post({ payer_name: "Aetna", member_id: "A-1" })];
    expect(await jobs.read(second.body.job_id)).toMatchObject({ waiting_for: first.body.job_id });
    await jobs.run(first.body.job_id);
    await jobs.run(second.body.job_id);
    const description = "The patient has another insurance of this priority in the EMR";
    expect(await published(second.body.job_id)).toEqual([
      [
        "patient_insurance.failed",
        {
          insurance_id: second.body.insurance_id,
          patient_mrn: "MRN-1",
          failure_reason: description,
          reasons: [{ code: "duplicate", description }],
        },
      ],
    ]);
    expect(await inEmr()).toHaveLength(1);
    expect((await list()).insurances).toMatchObject([{ status: "completed" }, { status: "failed" }]);
  });

  it.each(["cut_after_commit_rate", "error_after_commit_rate"])("adds one and completes with %s", async (rate) => {
    const { body } = await post();
    await jobs.behave(`${rate} = 1`);
    await jobs.run(body.job_id);
    await jobs.behave(`${rate} = 0`);
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect(await inEmr()).toHaveLength(1);
    expect((await published(body.job_id)).map(([type]) => type)).toEqual(["patient_insurance.created"]);
  });
});

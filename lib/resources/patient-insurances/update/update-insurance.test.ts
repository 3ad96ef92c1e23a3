import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#lib/kernel/id";
import { openClinic } from "#lib/testing/clinic";
import { insurancesAt } from "#lib/testing/insurances-at";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const { jobs, post, patch, list, added, inEmr, published, accepted } = insurancesAt(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

describe("PATCH /patients/{mrn}/insurances/{id}", () => {
  it("changes what is named, once, and leaves the rest", async () => {
    const id = await added({ group_number: "G-1" });
    const { status, body } = await patch(id, { member_id: "BSX 9", payer_id: "INS-1" });
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        message: "Insurance change queued",
        insurance_id: id,
        patient_mrn: "MRN-1",
        job_id: expect.any(Number),
      },
    ]);
    await jobs.behave("cut_after_commit_rate = 1");
    await jobs.run(body.job_id);
    await jobs.behave("cut_after_commit_rate = 0");
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    const now = { payer_id: "INS-1", payer_name: "Aetna", member_id: "BSX 9", group_number: "G-1", priority: 1 };
    expect(await inEmr()).toMatchObject([now]);
    expect((await list()).insurances).toMatchObject([{ id, ...now, status: "completed" }]);
    expect(await published(body.job_id)).toEqual([
      [
        "patient_insurance.updated",
        { insurance_id: id, patient_mrn: "MRN-1", updated_fields: ["payer_id", "member_id"] },
      ],
    ]);
  });

  it("exchanges two priorities by three changes, which run in the order of their acceptance", async () => {
    const one = await added();
    const two = await added({ payer_name: "Aetna", priority: 2 });
    expect((await patch(two, { priority: 1 })).status).toBe(409);
    const moves = [
      await patch(one, { priority: 3 }),
      await patch(two, { priority: 1 }),
      await patch(one, { priority: 2 }),
    ];
    expect(moves.map(({ status }) => status)).toEqual([202, 202, 202]);
    for (const { body } of moves.toReversed()) await jobs.run(body.job_id);
    for (const { body } of moves) await jobs.run(body.job_id);
    expect((await list()).insurances).toMatchObject([
      { id: two, priority: 1 },
      { id: one, priority: 2 },
    ]);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["nothing to change", {}, 400, "No updatable fields provided"],
    ["two payers", { payer_id: "INS-1", payer_name: "Aetna" }, 400, "payer_id must not be sent beside payer_name"],
    [
      "another's insurance without the name",
      { relationship: "child" },
      400,
      "subscriber is required unless relationship is self",
    ],
    [
      "an unknown relationship",
      { relationship: "aunt" },
      400,
      "relationship must be one of self, spouse, child, parent, other",
    ],
  ])("queues nothing for %s", async (_name, body, status, message) => {
    const id = await added();
    const before = (await accepted()).length;
    const answer = await patch(id, body);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(await accepted()).toHaveLength(before);
  });

  it("is 404 for another patient's insurance, another tenant's, an unknown and a malformed id", async () => {
    const id = await added();
    const other = await openClinic();
    const change = { member_id: "X" };
    expect((await patch(id, change, { mrn: "MRN-2" })).status).toBe(404);
    expect((await patch(id, change, { at: other })).status).toBe(404);
    expect((await patch(newId(), change)).status).toBe(404);
    expect((await patch("1", change)).body.message).toBe("Insurance not found");
  });

  it("is 409 until the EMR has the insurance", async () => {
    const { body } = await post();
    const answer = await patch(body.insurance_id, { member_id: "X" });
    expect([answer.status, answer.body.errors]).toEqual([
      409,
      [{ field: "id", message: "is not in the EMR: its creation has not completed" }],
    ]);
  });

  it("fails with the reason if the EMR has removed it", async () => {
    const id = await added();
    const { body } = await patch(id, { member_id: "X" });
    await database.asOwner("DELETE FROM sandbox.patient_insurance WHERE practice_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toMatchObject([
      ["patient_insurance.failed", { insurance_id: id, reasons: [{ code: "record_not_found" }] }],
    ]);
  });
});

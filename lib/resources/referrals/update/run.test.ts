import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH } from "#app/v1/referrals/[id]/route.ts";
import { POST } from "#app/v1/referrals/route.ts";
import { readAll } from "#lib/emr/port/read-all";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
/** A referral in the EMR, created anew for each test. */
let id: string;
let ehrId: string;
const jobs = jobsOf(database, () => clinic);
const never = new AbortController().signal;
const emr = () => sandboxEmr(clinic.tenant.linkedAccountId);

beforeAll(async () => {
  clinic = await openClinic();
});

beforeEach(async () => {
  const body = { patient_mrn: "MRN-2", reason: "Cough", direction: "incoming", start_date: "2026-03-02" };
  const answer = await call(POST, "POST", "/referrals", { body, headers: clinic.headers });
  await jobs.run(answer.body.job_id);
  id = answer.body.referral_id;
  ehrId = (await record()).ehr_id;
  expect(ehrId).toBeTruthy();
});

const record = async () => {
  const [row] = await database.asOwner<Record<string, unknown> & { ehr_id: string }>(
    "SELECT *, start_date::text, end_date::text FROM referral WHERE id = $1",
    [id],
  );
  if (!row) throw new Error("The referral is gone");
  return row;
};

async function update(body: Record<string, unknown>): Promise<number> {
  const answer = await call(PATCH, "PATCH", `/referrals/${id}`, { body, headers: clinic.headers, params: { id } });
  expect(answer.status).toBe(202);
  return answer.body.job_id;
}

const emitted = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);

/** Changes a label's case and spacing, as a user may type it. */
const disguised = (label: string) => ` ${label.toUpperCase().replaceAll(" ", "")} `;

describe("a referral update's job", () => {
  it("changes the given fields in the EMR and in the stored referral, matches labels regardless of case and spacing, and reports the fields", async () => {
    const status = (await emr().listReferralStatuses(never)).at(-1)?.name ?? "";
    const specialty = (await emr().listSpecialties(never)).at(-1)?.name ?? "";
    const jobId = await update({
      visits_allowed: 4,
      specialty: disguised(specialty),
      status: disguised(status),
      priority: "Urgent",
      end_date: "2026-06-30",
    });
    await jobs.run(jobId);
    expect(await emitted(jobId)).toEqual([
      [
        "referral.updated",
        {
          referral_id: id,
          ehr_id: ehrId,
          patient_mrn: "MRN-2",
          direction: "incoming",
          updated_fields: ["priority", "status", "specialty", "end_date", "visits_allowed"],
        },
      ],
    ]);
    const changed = { priority: "urgent", status, specialty };
    const left = { reason: "Cough", notes: null };
    expect(await record()).toMatchObject({
      ...changed,
      ...left,
      start_date: "2026-03-02",
      end_date: "2026-06-30",
      visits_allowed: 4,
    });
    const held = (await readAll(emr(), "referrals", never)).records.find((referral) => referral.ehrId === ehrId);
    expect(held).toMatchObject({
      ...changed,
      ...left,
      startDate: "2026-03-02",
      endDate: "2026-06-30",
      visitsAllowed: 4,
    });
  });

  it("clears an empty text, and keeps omitted ones", async () => {
    await jobs.run(await update({ notes: "To be removed", prior_authorization_code: "PA-1" }));
    await jobs.run(await update({ notes: "" }));
    expect(await record()).toMatchObject({ notes: "", prior_authorization_code: "PA-1" });
  });

  it.each([
    ["status", "referral status not found in the EMR: Lost"],
    ["specialty", "specialty not found in the EMR: Lost"],
  ])("fails for a %s that the EMR lacks, and changes nothing", async (field, reason) => {
    const before = await record();
    const jobId = await update({ [field]: "Lost", notes: "Not kept" });
    await jobs.run(jobId);
    expect(await emitted(jobId)).toEqual([
      [
        "referral.failed",
        {
          referral_id: id,
          patient_mrn: "MRN-2",
          failure_reason: reason,
          error_type: "emr_validation_failure",
        },
      ],
    ]);
    expect(await jobs.read(jobId)).toMatchObject({ status: "failed", attempts: 1, failure_reason: reason });
    expect(await record()).toEqual(before);
    expect(await jobs.writesOf(jobId)).toEqual([]);
  });

  it("does not report a continued EMR outage as a validation failure", async () => {
    const jobId = await update({ notes: "Sent in an outage" });
    await jobs.runThroughOutage(jobId);
    expect(await emitted(jobId)).toEqual([
      ["referral.failed", { referral_id: id, patient_mrn: "MRN-2", failure_reason: "The EMR is out of service" }],
    ]);
  });

  it("writes once even if the first answer was lost", async () => {
    const jobId = await update({ notes: "Once" });
    await jobs.loseAnswer(jobId);
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect(await jobs.writesOf(jobId)).toHaveLength(1);
    expect((await emitted(jobId)).map(([type]) => type)).toEqual(["referral.updated"]);
  });
});

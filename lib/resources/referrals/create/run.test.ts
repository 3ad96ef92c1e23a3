import { beforeAll, describe, expect, it } from "vitest";
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
const jobs = jobsOf(database, () => clinic);
const never = new AbortController().signal;
const emr = () => sandboxEmr(clinic.tenant.linkedAccountId);

beforeAll(async () => {
  clinic = await openClinic();
});

async function create(change: Record<string, unknown> = {}): Promise<{ job_id: number; referral_id: string }> {
  const body = { patient_mrn: "MRN-1", reason: "Palpitations", ...change };
  const answer = await call(POST, "POST", "/referrals", { body, headers: clinic.headers });
  expect(answer.status).toBe(202);
  return answer.body;
}

const record = async (id: string) =>
  (await database.asOwner<Record<string, unknown>>("SELECT * FROM referral WHERE id = $1", [id]))[0];

const emitted = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);

describe("a new referral's job", () => {
  it("creates the referral in the EMR with every field, and emits the EMR's id", async () => {
    const specialty = (await emr().listSpecialties(never)).at(-1)?.name ?? "";
    const status = (await emr().listReferralStatuses(never)).at(-1)?.name ?? "";
    const [provider] = await database.asOwner<{ id: string; ehr_id: string }>(
      "SELECT id, ehr_id FROM referring_provider WHERE linked_account_id = $1 LIMIT 1",
      [clinic.tenant.linkedAccountId],
    );
    const { job_id, referral_id } = await create({
      direction: "incoming",
      priority: "Stat",
      specialty: specialty.toUpperCase(),
      status: status.replaceAll(" ", "").toLowerCase(),
      notes: "Bring the ECG",
      location_id: "LOC-2",
      referring_provider_id: provider?.id,
    });
    await jobs.run(job_id);
    const row = await record(referral_id);
    expect(await emitted(job_id)).toEqual([
      ["referral.created", { referral_id, ehr_id: row?.ehr_id, patient_mrn: "MRN-1" }],
    ]);
    expect(row).toMatchObject({ specialty, status, priority: "stat", location_id: "LOC-2" });
    const held = (await readAll(emr(), "referrals", never)).records.find(({ ehrId }) => ehrId === row?.ehr_id);
    expect(held).toMatchObject({
      patientMrn: "MRN-1",
      direction: "incoming",
      status,
      priority: "stat",
      reason: "Palpitations",
      notes: "Bring the ECG",
      specialty,
      locationEmrId: "LOC-2",
      referringProviderEhrId: provider?.ehr_id,
    });
  });

  it("stores the status that the EMR assigns", async () => {
    const { job_id, referral_id } = await create();
    await jobs.run(job_id);
    const row = await record(referral_id);
    const held = (await readAll(emr(), "referrals", never)).records.find(({ ehrId }) => ehrId === row?.ehr_id);
    expect(held?.status).toBeTruthy();
    expect(row?.status).toBe(held?.status);
  });

  it("fails for an unknown specialty; the referral stays readable and cannot be updated", async () => {
    const { job_id, referral_id } = await create({ specialty: "Alchemy" });
    await jobs.run(job_id);
    expect(await emitted(job_id)).toEqual([
      [
        "referral.failed",
        {
          referral_id,
          patient_mrn: "MRN-1",
          failure_reason: "specialty not found in the EMR: Alchemy",
          error_type: "emr_validation_failure",
        },
      ],
    ]);
    expect(await record(referral_id)).toMatchObject({ ehr_id: null, specialty: "Alchemy" });
    const params = { id: referral_id };
    const answer = await call(PATCH, "PATCH", "/referrals/x", {
      body: { notes: "x" },
      headers: clinic.headers,
      params,
    });
    expect([answer.status, answer.body.message]).toEqual([409, "Referral not yet created in the EMR"]);
  });

  it("creates one referral even if the first answer was lost and a sync stored it meanwhile", async () => {
    const reason = "Only once";
    const { job_id, referral_id } = await create({ reason });
    await jobs.loseAnswer(job_id);
    const { organizationId, linkedAccountId } = clinic.tenant;
    const [ehrId] = await jobs.writesOf(job_id);
    await database.asOwner(
      `WITH synced AS (
         INSERT INTO referral (id, organization_id, linked_account_id, ehr_id, patient_mrn, direction, reason)
         VALUES (gen_random_uuid(), $1, $2, $3, 'MRN-1', 'outgoing', $4) RETURNING id)
       INSERT INTO document (id, organization_id, linked_account_id, emr_id, file_name, mime_type, size, sha256, referral_id)
       SELECT gen_random_uuid(), $1, $2, 'DOC-SYNCED', 'a.pdf', 'application/pdf', 1, '00', id FROM synced`,
      [organizationId, linkedAccountId, ehrId, reason],
    );
    await jobs.run(job_id);

    expect(await jobs.read(job_id)).toMatchObject({ status: "completed" });
    expect((await readAll(emr(), "referrals", never)).records.filter((held) => held.reason === reason)).toHaveLength(1);
    const rows = await database.asOwner(
      `SELECT replace(r.id::text, '-', '') AS id, r.ehr_id, d.emr_id AS document
       FROM referral r LEFT JOIN document d ON d.referral_id = r.id WHERE r.reason = $1`,
      [reason],
    );
    expect(rows).toEqual([{ id: referral_id, ehr_id: ehrId, document: "DOC-SYNCED" }]);
  });
});

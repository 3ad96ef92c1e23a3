import { beforeEach, describe, expect, it } from "vitest";
import { POST } from "#app/v1/patients/fetch/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

const post = (body: unknown) => call(POST, "POST", "/patients/fetch", { body, headers: clinic.headers });

async function fetched(body: unknown) {
  const { job_id } = (await post(body)).body;
  await jobs.run(job_id);
  return { event: (await jobs.eventsOf(job_id))[0], job: await jobs.read(job_id) };
}

const ask = (statement: string) =>
  database.asOwner<{ mrn: string; phone: string }>(statement, [clinic.tenant.linkedAccountId]);
const stored = () => ask("SELECT mrn, phone FROM patient WHERE linked_account_id = $1 ORDER BY mrn");

describe("POST /patients/fetch", () => {
  const sentence = "Send exactly one of mrn, name, phone or dob";
  it.each([
    ["nothing", {}, sentence],
    ["two ways", { mrn: "MRN-1", name: "Ana" }, sentence],
    ["all ways", { mrn: "MRN-1", name: "Ana", phone: "212-555-0147", dob: "1980-05-17" }, sentence],
    ["a name of commas", { name: " , " }, "name must have a letter or digit of the name"],
    ["a part of a phone number", { phone: "555" }, "phone"],
    ["a birth date to come", { dob: "2999-01-01" }, "dob"],
  ])("refuses %s", async (_name, body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("a fetch of patients", () => {
  it("adds one who is not known here yet", async () => {
    await ask("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'");
    const { event, job } = await fetched({ mrn: "MRN-1" });
    expect(event).toMatchObject({
      type: "patient.live_fetch_completed",
      data: { patient_mrns: ["MRN-1"], has_more: false, found: 1, created: 1, updated: 0, deleted: 0 },
    });
    expect(job).toMatchObject({ status: "completed", patient_mrn: "MRN-1", warnings: [] });
    expect((await stored()).map(({ mrn }) => mrn)).toContain("MRN-1");
  });

  it.each([
    ["a birth date", { dob: "1980-05-17" }],
    ["a phone number in another format", { phone: "+1 (212) 555-0147" }],
  ])("updates those of %s", async (_name, body) => {
    await ask("UPDATE sandbox.patient SET email = 'new@example.com' WHERE practice_id = $1 AND mrn = 'MRN-2'");
    const { event } = await fetched(body);
    expect(event?.data).toMatchObject({ updated: 1, patient_mrns: expect.arrayContaining(["MRN-1", "MRN-2"]) });
  });

  it("finds beginnings of names in any order, and names the one patient in the job", async () => {
    const { event, job } = await fetched({ name: "ávi an" });
    expect(event?.data).toMatchObject({ found: 1, patient_mrns: ["MRN-1"] });
    expect(job.patient_mrn).toBe("MRN-1");
    expect((await fetched({ name: "100%" })).event?.data).toMatchObject({ found: 0, patient_mrns: [] });
  });

  it("removes a patient of the MRN whom the EMR says it no longer has, and no one else", async () => {
    await ask("DELETE FROM sandbox.appointment WHERE practice_id = $1");
    const before = (await stored()).map(({ mrn }) => mrn);
    await ask("UPDATE sandbox.patient SET phone = '740-555-0100' WHERE practice_id = $1 AND mrn = 'MRN-2'");
    expect((await fetched({ phone: "212-555-0147" })).event?.data).toMatchObject({ deleted: 0 });
    await ask("UPDATE sandbox.patient SET id = 'PAT-9', mrn = 'MRN-9' WHERE practice_id = $1 AND mrn = 'MRN-3'");
    expect((await fetched({ mrn: "MRN-3" })).event?.data).toMatchObject({ found: 0, deleted: 1 });
    expect((await stored()).map(({ mrn }) => mrn)).toEqual(before.filter((mrn) => mrn !== "MRN-3"));
  });

  it("follows one whose MRN has changed", async () => {
    await ask("UPDATE sandbox.patient SET mrn = 'MRN-77' WHERE practice_id = $1 AND mrn = 'MRN-2'");
    const { event } = await fetched({ mrn: "MRN-2" });
    expect(event?.data).toMatchObject({ found: 0, updated: 1, deleted: 0 });
    expect((await stored()).map(({ mrn }) => mrn)).toContain("MRN-77");
  });

  it("fetches at most 100, and says that there are more", async () => {
    await ask(`INSERT INTO sandbox.patient SELECT (jsonb_populate_record(p, jsonb_build_object('id', 'MANY-' || n,
      'mrn', 'MANY-' || n, 'dob', '1990-01-01'))).* FROM sandbox.patient p, generate_series(1, 101) AS n
      WHERE practice_id = $1 AND mrn = 'MRN-1'`);
    const { event } = await fetched({ dob: "1990-01-01" });
    expect(event?.data).toMatchObject({ found: 100, created: 100, has_more: true });
  });

  it("emits the reason after its last attempt", async () => {
    const { job_id } = (await post({ mrn: "MRN-1" })).body;
    await jobs.runThroughOutage(job_id);
    expect((await jobs.eventsOf(job_id)).map(({ type }) => type)).toEqual(["patient.live_fetch_failed"]);
  });
});

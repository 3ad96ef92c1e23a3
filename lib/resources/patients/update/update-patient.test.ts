import { beforeAll, describe, expect, it } from "vitest";
import { GET, PATCH } from "#app/v1/patients/[mrn]/route.ts";
import { GET as LIST } from "#app/v1/patients/route.ts";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeAll(async () => {
  clinic = await openClinic();
});

const patch = (body: Record<string, unknown>, { mrn = "MRN-1", at = clinic } = {}) =>
  call(PATCH, "PATCH", `/patients/${mrn}`, { body, headers: at.headers, params: { mrn } });

const stored = async (mrn = "MRN-1") =>
  (await call(GET, "GET", `/patients/${mrn}`, { headers: clinic.headers, params: { mrn } })).body.patient;

const inEmr = async () => {
  const [found] = await database.asOwner(
    "SELECT phone, mobile_phone, email, address, emergency_contact FROM sandbox.patient WHERE mrn = 'MRN-1' AND practice_id = $1",
    [clinic.tenant.linkedAccountId],
  );
  return found;
};

const events = (jobId: number) =>
  database.asOwner<{ type: string; data: object }>(
    "SELECT type, envelope -> 'data' AS data FROM event WHERE job_id = $1 ORDER BY id",
    [jobId],
  );

describe("PATCH /patients/{mrn}", () => {
  it("changes what is named in the EMR, then here, and leaves the rest", async () => {
    const before = await stored();
    const { status, body } = await patch({
      phone: "740-555-0188",
      address: { street: "9 River Street", zip: "45750" },
    });
    expect([status, body]).toEqual([
      202,
      { success: true, message: "Contact data queued", patient_mrn: "MRN-1", job_id: expect.any(Number) },
    ]);
    await jobs.run(body.job_id);
    const address = { street: "9 River Street", city: "", state: "", zip: "45750" };
    expect(await inEmr()).toMatchObject({ phone: "740-555-0188", address, email: before.email });
    expect(await stored()).toEqual({ ...before, phone: "740-555-0188", address });
    expect(await events(body.job_id)).toEqual([
      { type: "patient.updated", data: { patient_mrn: "MRN-1", updated_fields: ["phone", "address"] } },
    ]);
  });

  it("is found by the new telephone number at once, and a sync changes nothing", async () => {
    const { body } = await patch({ phone: "740 555 0199" });
    await jobs.run(body.job_id);
    const find = async () =>
      (await call(LIST, "GET", "/patients?query=7405550199", { headers: clinic.headers })).body.patients;
    const [found, ...others] = await find();
    expect([found.mrn, others]).toEqual(["MRN-1", []]);
    await syncAccount(clinic.tenant);
    expect(await find()).toEqual([found]);
  });

  it("removes what is given as an empty text, and an emergency contact is replaced whole", async () => {
    const first = await patch({
      mobile_phone: "740-555-0100",
      emergency_contact: { name: "Ed", relationship: "brother", phone: "740-555-0101" },
    });
    await jobs.run(first.body.job_id);
    const { body } = await patch({
      mobile_phone: " ",
      email: "",
      emergency_contact: { name: "Eve", relationship: null },
    });
    await jobs.run(body.job_id);
    const contact = { name: "Eve", relationship: null, phone: null };
    expect(await inEmr()).toMatchObject({ mobile_phone: null, email: "", emergency_contact: contact });
    expect(await stored()).toMatchObject({ mobile_phone: null, email: "", emergency_contact: contact });
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["nothing to change", {}, 400, "No updatable fields provided"],
    ["null alone", { phone: null }, 400, "No updatable fields provided"],
    [
      "a telephone number without digits",
      { phone: "call him" },
      400,
      "phone must be a telephone number of 7 to 15 digits",
    ],
    ["a number as a number", { phone: 7405550188 }, 400, "phone must be a string"],
    ["an address that is a text", { address: "12 Mill Road" }, 400, "address must be an object"],
    [
      "a hidden character",
      { preferred_language: "En‮glish" },
      400,
      "preferred_language must be one line without invisible characters, but has U+202E",
    ],
  ])("saves nothing for %s", async (_name, body, status, message) => {
    const before = await database.asOwner("SELECT 1 FROM job WHERE type = 'patients:update'");
    const answer = await patch(body);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(await database.asOwner("SELECT 1 FROM job WHERE type = 'patients:update'")).toHaveLength(before.length);
  });

  it("is 404 for a patient of another account", async () => {
    const other = await openClinic();
    await database.asOwner("UPDATE patient SET mrn = 'MRN-OWN' WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
      other.tenant.linkedAccountId,
    ]);
    expect((await patch({ phone: "740-555-0188" }, { mrn: "MRN-OWN" })).status).toBe(404);
    expect((await patch({ phone: "740-555-0188" }, { mrn: "MRN-OWN", at: other })).status).toBe(202);
  });

  it("changes one patient in the order of acceptance", async () => {
    const numbers = Array.from({ length: 5 }, (_, index) => `740-555-010${index}`);
    const ids: number[] = [];
    for (const phone of numbers) ids.push((await patch({ phone })).body.job_id);
    for (const id of ids.toReversed()) await jobs.run(id);
    expect((await inEmr())?.phone).toBe(numbers[0]);
    for (const id of ids) await jobs.run(id);
    expect((await inEmr())?.phone).toBe(numbers.at(-1));
    expect((await stored()).phone).toBe(numbers.at(-1));
  });

  it("fails with the patient's MRN if the patient is gone by then", async () => {
    const other = await openClinic();
    const { body } = await patch({ phone: "740-555-0188" }, { at: other });
    await database.asOwner("UPDATE patient SET ehr_id = 'PAT-GONE' WHERE mrn = 'MRN-1' AND linked_account_id = $1", [
      other.tenant.linkedAccountId,
    ]);
    await jobsOf(database, () => other).run(body.job_id);
    expect(await events(body.job_id)).toEqual([
      {
        type: "patient.failed",
        data: {
          patient_mrn: "MRN-1",
          failure_reason: "patient not found in the EMR",
          reasons: [{ code: "record_not_found", description: "patient not found in the EMR" }],
        },
      },
    ]);
  });
});

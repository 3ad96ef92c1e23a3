import { beforeEach, describe, expect, it } from "vitest";
import { GET as getAppointments } from "#app/v1/appointments/route.ts";
import { GET as getClaims } from "#app/v1/claims/route.ts";
import { GET as getJobs } from "#app/v1/jobs/route.ts";
import { POST as addNote, GET as getNotes } from "#app/v1/patient-notes/route.ts";
import { GET as getPatient } from "#app/v1/patients/[mrn]/route.ts";
import { GET as getPatients } from "#app/v1/patients/route.ts";
import { GET as getPayments, POST as pay } from "#app/v1/payments/route.ts";
import { withTenant } from "#lib/db/tenant";
import type { Capability } from "#lib/emr/port/capability";
import { addDays, todayIn } from "#lib/kernel/dates";
import { createPatientNoteSample } from "#lib/resources/patient-notes/create/sample";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { fakePatient } from "#lib/testing/fake-records";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { syncedPatients } from "./sync.ts";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

/** Changes a stored patient, as a sync would after a change in the EMR. */
const change = (ehrId: string, assignment: string) =>
  database.asOwner(`UPDATE patient SET ${assignment} WHERE linked_account_id = $1 AND ehr_id = $2`, [
    clinic.tenant.linkedAccountId,
    ehrId,
  ]);

const one = (mrn: string) => call(getPatient, "GET", `/patients/${mrn}`, { headers: clinic.headers, params: { mrn } });
async function found(parameters: Record<string, string>): Promise<string[]> {
  const path = `/patients?${new URLSearchParams(parameters)}`;
  const { patients } = (await call(getPatients, "GET", path, { headers: clinic.headers })).body;
  return patients.map(({ ehr_id }: { ehr_id: string }) => ehr_id);
}
const payFor = (patient_mrn: string) =>
  call(pay, "POST", "/payments", { headers: clinic.headers, body: { ...aPayment, patient_mrn } });
const payments = async () =>
  (await call(getPayments, "GET", "/payments", { headers: clinic.headers })).body.payments as {
    patient_mrn: string;
    patient_name: string;
  }[];
const paidInEmr = () =>
  database.asOwner<{ patient_id: string }>("SELECT patient_id FROM sandbox.payment WHERE practice_id = $1", [
    clinic.tenant.linkedAccountId,
  ]);

describe("an MRN that two patients carry", () => {
  it("shows both in lists, and neither as the one patient of the MRN", async () => {
    await change("PAT-2", "mrn = 'MRN-1', search_text = replace(search_text, 'mrn-2', 'mrn-1')");
    expect(await found({ mrns: "MRN-1" })).toEqual(["PAT-2", "PAT-1"]);
    expect(await found({ query: "MRN-1" })).toEqual(["PAT-2", "PAT-1"]);
    const { status, body } = await one("MRN-1");
    expect([status, body]).toEqual([
      409,
      { success: false, message: "Several patients of the EMR carry this MRN: GET /patients?mrns= lists them" },
    ]);
  });

  it("is refused for every write that names it, and nothing is saved", async () => {
    await change("PAT-2", "mrn = 'MRN-1'");
    const note = { ...createPatientNoteSample.request, patient_mrn: "MRN-1", location_id: "LOC-1" };
    for (const answer of [
      await payFor("MRN-1"),
      await call(addNote, "POST", "/patient-notes", { headers: clinic.headers, body: note }),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([
        409,
        "patient_mrn is carried by 2 patients of the EMR; correct it there first; nothing was saved",
      ]);
      expect(answer.body.errors).toEqual([
        { field: "patient_mrn", message: "is carried by 2 patients of the EMR; correct it there first" },
      ]);
    }
    expect(await payments()).toEqual([]);
    expect((await payFor("MRN-3")).status).toBe(202);
    await change("PAT-2", "mrn = 'MRN-2'");
    expect((await payFor("MRN-1")).status).toBe(202);
  });

  it("fails a job that was accepted before, and writes nothing", async () => {
    const { job_id } = (await payFor("MRN-1")).body;
    await change("PAT-2", "mrn = 'MRN-1'");
    await jobs.run(job_id);
    expect(await jobs.read(job_id)).toMatchObject({
      status: "failed",
      failure_reason: "Several patients of the EMR carry this MRN",
    });
    expect(await paidInEmr()).toEqual([]);
  });

  it("names both patients beside a record that has the MRN alone", async () => {
    await payFor("MRN-1");
    await change("PAT-2", "mrn = 'MRN-1'");
    expect(await payments()).toMatchObject([{ patient_mrn: "MRN-1", patient_name: "Ana Ávila or Bo Nguyen" }]);
  });

  it("is refused as the filter of a list, whose records may be of either", async () => {
    const days = "start_date=2026-01-01&end_date=2026-01-31";
    const lists = () =>
      Promise.all(
        [
          call(getAppointments, "GET", `/appointments?${days}&patient_mrn=MRN-1`, { headers: clinic.headers }),
          call(getPayments, "GET", "/payments?patient_mrn=MRN-1", { headers: clinic.headers }),
          call(getNotes, "GET", "/patient-notes?patient_mrn=MRN-1", { headers: clinic.headers }),
          call(getClaims, "GET", "/claims?patient_mrn=MRN-1", { headers: clinic.headers }),
          call(getJobs, "GET", "/jobs?patient_mrn=MRN-1", { headers: clinic.headers }),
        ].map(async (answer) => [(await answer).status, (await answer).body.message]),
      );
    expect(new Set((await lists()).map(([status]) => status))).toEqual(new Set([200]));
    await change("PAT-2", "mrn = 'MRN-1'");
    const message = "Several patients of the EMR carry this MRN: correct it in the EMR to see their records";
    expect(await lists()).toEqual(Array(5).fill([409, message]));
    await change("PAT-2", "merged_into = 'PAT-1'");
    expect(new Set((await lists()).map(([status]) => status))).toEqual(new Set([200]));
  });

  it("lists the jobs of all its patients for an admin alone, who settles them", async () => {
    const { job_id } = (await payFor("MRN-1")).body;
    await change("PAT-2", "mrn = 'MRN-1'");
    const listedFor = (headers: Record<string, string>) => call(getJobs, "GET", "/jobs?patient_mrn=MRN-1", { headers });
    const { status, body } = await listedFor(await signIn(clinic, "admin"));
    expect([status, body.jobs]).toMatchObject([200, [{ job_id, patient_name: "Ana Ávila or Bo Nguyen" }]]);
    for (const headers of [await signIn(clinic, "staff"), clinic.headers]) {
      expect((await listedFor(headers)).status).toBe(409);
    }
  });

  it("does not mix up the patients of appointments, which the EMR names by its own id", async () => {
    const days = `start_date=${addDays(todayIn("America/New_York"), -60)}&end_date=${addDays(todayIn("America/New_York"), 60)}`;
    const seen = async () =>
      (await call(getAppointments, "GET", `/appointments?${days}`, { headers: clinic.headers })).body.appointments.map(
        ({ id, patient_ehr_id, patient_name }: Record<string, string>) => ({ id, patient_ehr_id, patient_name }),
      );
    const before = await seen();
    expect(before.length).toBeGreaterThan(0);
    await change("PAT-2", "mrn = 'MRN-1'");
    expect(await seen()).toEqual(before);
  });
});

describe("a patient who was merged", () => {
  beforeEach(() => change("PAT-2", "merged_into = 'PAT-3'"));

  it("leads to the survivor by the old MRN, a search, and a list of MRNs", async () => {
    expect((await one("MRN-2")).body.patient).toMatchObject({ mrn: "MRN-3", ehr_id: "PAT-3" });
    expect(await found({ query: "nguyen" })).toEqual(["PAT-3"]);
    expect(await found({ mrns: "MRN-2,MRN-3" })).toEqual(["PAT-3"]);
    expect(await found({})).toEqual(["PAT-3", "PAT-1"]);
  });

  it("is stored as such by a sync, and no longer once the EMR has undone the merge", async () => {
    const context = { emrType: "sandbox", capabilities: new Set<Capability>(), accepted: false };
    const merged = fakePatient(1, { ehrId: "PAT-1", mergedInto: "PAT-3" });
    const store = (mergedInto: string | null) =>
      withTenant(clinic.tenant, (tx) =>
        syncedPatients.store(tx, clinic.tenant, { records: [{ ...merged, mergedInto }], asOf: 1e9 }, context),
      );
    await store("PAT-3");
    expect((await one("MRN-1")).body.patient.ehr_id).toBe("PAT-3");
    await store(null);
    expect((await one("MRN-1")).body.patient.ehr_id).toBe("PAT-1");
  });

  it("leads to the survivor over several merges", async () => {
    await change("PAT-3", "merged_into = 'PAT-1'");
    expect((await one("MRN-2")).body.patient.ehr_id).toBe("PAT-1");
  });

  it("lets an operation for the old MRN write for the survivor", async () => {
    const { job_id } = (await payFor("MRN-2")).body;
    await jobs.run(job_id);
    expect((await jobs.read(job_id)).status).toBe("completed");
    expect(await paidInEmr()).toEqual([{ patient_id: "PAT-3" }]);
    expect(await payments()).toMatchObject([{ patient_mrn: "MRN-2", patient_name: "Bo Nguyen" }]);
  });

  it("is found under the survivor in the lists of what has the MRN alone, by either MRN and once", async () => {
    await payFor("MRN-2");
    await payFor("MRN-3");
    const paid = async (mrn: string) =>
      (await call(getPayments, "GET", `/payments?patient_mrn=${mrn}`, { headers: clinic.headers })).body.payments
        .length;
    const jobsFor = async (mrn: string) =>
      (await call(getJobs, "GET", `/jobs?patient_mrn=${mrn}`, { headers: clinic.headers })).body.jobs.length;
    expect([await paid("MRN-2"), await paid("MRN-3"), await paid("MRN-1")]).toEqual([2, 2, 0]);
    expect([await jobsFor("MRN-2"), await jobsFor("MRN-3"), await jobsFor("MRN-1")]).toEqual([2, 2, 0]);
    await change("PAT-2", "merged_into = NULL");
    expect([await paid("MRN-2"), await paid("MRN-3")]).toEqual([1, 1]);
  });

  it("adds nothing by an MRN that another patient carries as well", async () => {
    await payFor("MRN-1");
    await change("PAT-2", "mrn = 'MRN-1'");
    const paid = await call(getPayments, "GET", "/payments?patient_mrn=MRN-3", { headers: clinic.headers });
    expect([paid.status, paid.body.payments]).toEqual([200, []]);
  });

  it("may carry the MRN of the survivor, which is then one patient", async () => {
    await change("PAT-2", "mrn = 'MRN-3'");
    expect((await one("MRN-3")).body.patient.ehr_id).toBe("PAT-3");
    expect((await payFor("MRN-3")).status).toBe(202);
    expect(await payments()).toMatchObject([{ patient_name: "Cy O'Neil" }]);
  });

  it("is unknown if the survivor is not synced, or the merges lead in a circle", async () => {
    await change("PAT-3", "merged_into = 'PAT-2'");
    expect((await one("MRN-2")).status).toBe(404);
    expect((await payFor("MRN-2")).status).toBe(404);
    await change("PAT-2", "merged_into = 'PAT-9'");
    expect((await one("MRN-2")).status).toBe(404);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { POST as registerOrigin } from "#app/v1/embed/origins/route.ts";
import { POST as openView } from "#app/v1/embed/sessions/route.ts";
import { GET as LIST, POST } from "#app/v1/patients/route.ts";
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

const noor = { first_name: "Noor", last_name: "Haddad", dob: "1991-02-03", gender: "female", phone: "212-555-0199" };
/** A patient of the clinic. */
const ana = { first_name: "Ana", last_name: "Ávila", dob: "1980-05-17", gender: "female", phone: "917-555-0001" };

let days = 0;
/** Returns a patient of a birth date that no other test has. */
const anew = (change: Record<string, unknown> = {}) => {
  days += 1;
  return { ...noor, dob: new Date(Date.UTC(1950, 0, days)).toISOString().slice(0, 10), ...change };
};

const post = (body: Record<string, unknown>, headers = {}, at = clinic) =>
  call(POST, "POST", "/patients", { body, headers: { ...at.headers, ...headers } });

const known = async (query: string) =>
  (await call(LIST, "GET", `/patients?query=${encodeURIComponent(query)}`, { headers: clinic.headers })).body.patients;

const accepted = async () => (await database.asOwner("SELECT 1 FROM job WHERE type = 'patients:create'")).length;

const inEmr = (dob: string) =>
  database.asOwner<{ id: string; mrn: string }>(
    "SELECT id, mrn FROM sandbox.patient WHERE dob = $1 AND practice_id = $2 ORDER BY id",
    [dob, clinic.tenant.linkedAccountId],
  );

describe("POST /patients", () => {
  it("answers with the ids of the patient and the job", async () => {
    const { status, body } = await post(anew());
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        message: "Patient queued",
        patient_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ["no way to reach the patient", { phone: undefined }, "Send at least one of phone, mobile_phone, email"],
    ["a birth date after tomorrow", { dob: "2190-01-01" }, "dob may not be in the future"],
    ["a birth date that does not exist", { dob: "1991-02-30" }, "dob must be a date that exists, YYYY-MM-DD"],
    ["a gender that is none", { gender: "F" }, "gender must be one of female, male, other, unknown"],
    ["a telephone number without digits", { phone: "call him" }, "phone must be a telephone number of 7 to 15 digits"],
    ["an address that is a text", { address: "12 Mill Road" }, "address must be an object"],
  ])("saves nothing for %s", async (_name, change, message) => {
    const before = await accepted();
    const answer = await post(anew(change));
    expect([answer.status, answer.body.message]).toEqual([400, message]);
    expect(await accepted()).toBe(before);
  });

  it("requires the fields that the practice requires", async () => {
    const other = await openClinic();
    await database.asOwner(
      `UPDATE linked_account SET settings = jsonb_set(settings, '{required_patient_fields}', '["email", "dob", "ssn"]') WHERE id = $1`,
      [other.tenant.linkedAccountId],
    );
    const { status, body } = await post(noor, {}, other);
    expect([status, body.message]).toEqual([400, "Missing required field: email"]);
    expect((await post({ ...noor, email: "noor@example.com" }, {}, other)).status).toBe(202);
  });

  it("is off in a link to a real EMR that existed before it", async () => {
    const other = await openClinic();
    await database.asOwner("UPDATE linked_account SET writes = '{payments:create}' WHERE id = $1", [
      other.tenant.linkedAccountId,
    ]);
    const { status, body } = await post(noor, {}, other);
    expect([status, body.message]).toEqual([400, expect.stringContaining("switched off for this linked account")]);
  });
});

describe("a patient who may be there already", () => {
  const candidate = { mrn: "MRN-1", name: "Ana Ávila", dob: "1980-05-17", phone_last_four: "0147", job_id: null };

  it.each<[string, Record<string, unknown>]>([
    ["the same name", {}],
    ["a name without accents", { last_name: "Avila" }],
    ["a letter wrong", { last_name: "Avilla" }],
    ["both names exchanged", { first_name: "Ávila", last_name: "Ana" }],
  ])("is a candidate by %s", async (_name, change) => {
    const before = await accepted();
    const { status, body } = await post({ ...ana, ...change });
    expect([status, body.success, body.candidates]).toEqual([
      409,
      false,
      [{ ...candidate, patient_id: expect.stringMatching(/^[0-9a-f]{32}$/) }],
    ]);
    expect(body.message).not.toMatch(/Ana|vila|MRN/);
    expect(await accepted()).toBe(before);
  });

  it("is a candidate by the telephone number, as a mobile one in another form", async () => {
    const { body } = await post({ ...ana, first_name: "Xaver", last_name: "Quist", mobile_phone: "+1 (212) 555 0147" });
    expect(body.candidates.map(({ mrn }: { mrn: string }) => mrn).sort()).toEqual(["MRN-1", "MRN-2", "MRN-3"]);
  });

  it("is none for a twin of another first name and number", async () => {
    const twin = anew();
    expect((await post({ ...twin, first_name: "Noor" })).status).toBe(202);
    expect((await post({ ...twin, first_name: "Basil", phone: "212-555-0188" })).status).toBe(202);
    expect((await post({ ...twin, first_name: "Zaid" })).status).toBe(409);
  });

  it("is none on another birth date", async () => {
    expect((await post({ ...ana, dob: "1980-05-18" })).status).toBe(202);
  });

  it("is created all the same if the request says that it is another person", async () => {
    const { status, body } = await post({ ...ana, allow_duplicate: true });
    expect(status).toBe(202);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
  });

  it("is never shown to an embedded view", async () => {
    const origin = "https://portal.example";
    await call(registerOrigin, "POST", "/embed/origins", { headers: clinic.headers, body: { origin } });
    const view = await call(openView, "POST", "/embed/sessions", {
      headers: clinic.headers,
      body: {
        view: "operation",
        parameters: { operation: "patients:create" },
        permissions: ["patients:create"],
        origin,
        actor: { id: "partner-7", name: "Robin" },
      },
    });
    const headers = { authorization: `Bearer ${view.body.token}` };
    const { status, body } = await call(POST, "POST", "/patients", { body: ana, headers });
    expect([status, Object.keys(body).sort()]).toEqual([409, ["message", "success"]]);
  });

  it("is a candidate while it is created, whoever asks", async () => {
    const patient = anew();
    const first = await post(patient);
    const { status, body } = await post({ ...patient, first_name: "Nour" });
    expect([status, body.candidates]).toEqual([
      409,
      [
        {
          mrn: null,
          name: "Noor Haddad",
          dob: patient.dob,
          phone_last_four: "0199",
          patient_id: first.body.patient_id,
          job_id: first.body.job_id,
        },
      ],
    ]);
  });

  it("is made once by two requests at once", async () => {
    const patient = anew();
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(patient)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409, 409, 409, 409, 409]);
  });

  it("is the same one for a repeated key", async () => {
    const patient = anew();
    const key = { "idempotency-key": "patient-once" };
    const [first, second] = [await post(patient, key), await post(patient, key)];
    expect([second.status, second.body, second.headers.get("idempotent-replayed")]).toEqual([202, first.body, "true"]);
  });
});

describe("a new patient's job", () => {
  /** Runs an attempt whose write the EMR makes and whose answer is lost. */
  async function loseAnswer(jobId: number) {
    await jobs.behave("cut_after_commit_rate = 1");
    await jobs.run(jobId);
    await jobs.behave("cut_after_commit_rate = 0");
    await jobs.due(jobId);
  }

  it("creates the patient once, emits its event and adds the patient to the copy", async () => {
    const patient = anew({ address: { city: "Marietta" }, emergency_contact: { name: "Lina Haddad" } });
    const { body } = await post(patient);
    await jobs.run(body.job_id);
    const [found, ...others] = await inEmr(patient.dob);
    expect(others).toEqual([]);
    const data = { patient_id: body.patient_id, patient_mrn: found?.mrn, ehr_id: found?.id };
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["patient.created", data],
    ]);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed", patient_mrn: found?.mrn });
    expect(await known(`${found?.mrn}`)).toMatchObject([
      {
        id: body.patient_id,
        mrn: found?.mrn,
        ehr_id: found?.id,
        last_name: "Haddad",
        address: { street: "", city: "Marietta", state: "", zip: "" },
        emergency_contact: { name: "Lina Haddad", relationship: null, phone: null },
        active: true,
      },
    ]);
  });

  it("keeps the id of the acceptance although a sync was first, and after another one", async () => {
    const patient = anew();
    const { body } = await post(patient);
    await loseAnswer(body.job_id);
    await syncAccount(clinic.tenant);
    await jobs.run(body.job_id);
    await syncAccount(clinic.tenant);
    const [found] = await inEmr(patient.dob);
    expect((await known(`${found?.mrn}`)).map(({ id }: { id: string }) => id)).toEqual([body.patient_id]);
  });

  it("creates one patient even if the first answer was lost", async () => {
    const patient = anew();
    const { body } = await post(patient);
    await loseAnswer(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect(await inEmr(patient.dob)).toHaveLength(1);
    expect(await jobs.eventsOf(body.job_id)).toHaveLength(1);
  });

  it("fails as a duplicate if the EMR has the patient by then", async () => {
    const patient = anew();
    const { body } = await post(patient);
    const values = [clinic.tenant.linkedAccountId, patient.dob];
    await database.asOwner(
      `INSERT INTO sandbox.patient (practice_id, id, mrn, first_name, last_name, dob, gender, phone, email, address)
       VALUES ($1, 'PAT-EMR', 'MRN-EMR', 'Nour', 'Hadad', $2, 'female', '', '', '{}')`,
      values,
    );
    await jobs.run(body.job_id);
    const reason = "The EMR has a patient with this birth date and a similar name or the same telephone number";
    const reasons = [{ code: "duplicate", description: reason }];
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "failed", failure_reason: reason, reasons });
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["patient.failed", { patient_id: body.patient_id, failure_reason: reason, reasons }],
    ]);
    expect(await inEmr(patient.dob)).toEqual([{ id: "PAT-EMR", mrn: "MRN-EMR" }]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH as SET_CLIENT } from "#app/v1/api-clients/[id]/route.ts";
import { GET as CLIENTS } from "#app/v1/api-clients/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { POST as RETRY_ALL } from "#app/v1/jobs/retry/route.ts";
import { GET as JOBS } from "#app/v1/jobs/route.ts";
import { POST } from "#app/v1/payments/route.ts";
import { PATCH as PROVIDER } from "#app/v1/providers/[id]/route.ts";
import { GET as PROVIDERS } from "#app/v1/providers/route.ts";
import { PATCH as REFERRAL } from "#app/v1/referrals/[id]/route.ts";
import { POST as SERVICE } from "#app/v1/services/route.ts";
import { newId } from "#lib/kernel/id";
import { call } from "#lib/testing/call";
import { aPayment, openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let admin: Record<string, string>;
const jobs = jobsOf(database, () => clinic);

const MISSPELT = { ...aPayment, deposit_dat: "2026-01-05" };
const WARNING = "deposit_dat is not known here and was not used; did you mean deposit_date?";

beforeAll(async () => {
  clinic = await openClinic();
  admin = await signIn(clinic, "admin");
});

const pay = (body: unknown, headers: Record<string, string> = {}) =>
  call(POST, "POST", "/payments", { body, headers: { ...clinic.headers, ...headers } });

const setting = (unknown_fields: string, headers = admin) =>
  call(SET_CLIENT, "PATCH", `/api-clients/${clinic.apiClientId}`, {
    body: { unknown_fields },
    headers,
    params: { id: clinic.apiClientId },
  });

const jobCount = async () =>
  (await database.asOwner<{ count: string }>("SELECT count(*) FROM job")).map(({ count }) => Number(count))[0];

beforeEach(async () => {
  await setting("warn");
});

describe("an unknown field of an operation", () => {
  it("is accepted, and named in the response and the job, with the similar known field", async () => {
    const answer = await pay({ ...MISSPELT, callbackUrls: [], zebra: 1 });
    expect([answer.status, answer.body.warnings]).toEqual([
      202,
      [
        WARNING,
        "callbackUrls is not known here and was not used; did you mean callback_urls?",
        "zebra is not known here and was not used",
      ],
    ]);
    const job = await jobs.read(answer.body.job_id);
    expect(job.warnings).toEqual(answer.body.warnings);
    expect(Object.keys(job.request)).not.toContain("deposit_dat");
    const listed = await call(JOBS, "GET", "/jobs?limit=1", { headers: clinic.headers });
    expect(listed.body.jobs[0].warnings).toEqual(answer.body.warnings);
  });

  it("adds nothing to the response without unknown fields, and leaves the job's warnings empty", async () => {
    const answer = await pay(aPayment);
    expect(answer.body).not.toHaveProperty("warnings");
    expect((await jobs.read(answer.body.job_id)).warnings).toEqual([]);
  });

  it("is reported again under the same Idempotency-Key, even after the setting has changed to refuse", async () => {
    const key = { "idempotency-key": newId() };
    const first = await pay(MISSPELT, key);
    expect(await pay(MISSPELT, key)).toMatchObject({ status: 202, body: first.body });
    await setting("refuse");
    const again = await pay(MISSPELT, key);
    expect([again.status, again.body]).toEqual([202, first.body]);
  });

  it("remains in the warnings of a job's retry", async () => {
    const { body } = await pay({ ...MISSPELT, payment_method: "Barter" });
    await jobs.run(body.job_id);
    const again = await call(RETRY, "POST", `/jobs/${body.job_id}/retry`, {
      headers: clinic.headers,
      params: { job_id: String(body.job_id) },
    });
    expect((await jobs.read(again.body.job_id)).warnings).toEqual([WARNING]);
  });

  it("is not reported for free keys: the questions of a form", async () => {
    const body = {
      patient_mrn: "MRN-1",
      team: "x",
      service_type: "x",
      form_id: "x",
      answers: { any: "1" },
      serviceDate: "x",
    };
    const answer = await call(SERVICE, "POST", "/services", { headers: clinic.headers, body });
    expect([answer.status, answer.body.warnings]).toEqual([
      202,
      ["serviceDate is not known here and was not used; did you mean service_date?"],
    ]);
  });

  it("is refused by PATCH /referrals/{id} as before", async () => {
    const id = newId();
    const body = { notez: "x" };
    const answer = await call(REFERRAL, "PATCH", `/referrals/${id}`, { headers: clinic.headers, body, params: { id } });
    expect([answer.status, answer.body.message]).toMatchObject([
      400,
      expect.stringMatching(/^Unexpected fields: notez\./),
    ]);
  });

  it("does not bloat responses or jobs, whatever their number and length", async () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`x${index}${"y".repeat(150)}`, 1]));
    const { status, body } = await pay({ ...aPayment, ...many });
    expect(status).toBe(202);
    expect(body.warnings).toHaveLength(21);
    expect(body.warnings.at(-1)).toBe("4980 more fields are not known here and were not used");
    expect(Math.max(...body.warnings.map(({ length }: string) => length))).toBeLessThan(200);
  });
});

describe("an API client that refuses unknown fields", () => {
  it("gets 400 with their names at once, and nothing is saved", async () => {
    expect((await setting("refuse")).body.api_client).toMatchObject({ unknown_fields: "refuse" });
    const before = await jobCount();
    const answer = await pay({ ...MISSPELT, zebra: 1 }, { "idempotency-key": newId() });
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        success: false,
        message: "Unexpected field: deposit_dat (did you mean deposit_date?); Unexpected field: zebra",
        errors: [
          { field: "deposit_dat", message: "is not expected here (did you mean deposit_date?)" },
          { field: "zebra", message: "is not expected here" },
        ],
      },
    ]);
    expect(await jobCount()).toBe(before);
    expect((await pay(aPayment)).status).toBe(202);
  });

  it("does not affect requests of the console", async () => {
    await setting("refuse");
    const answer = await call(POST, "POST", "/payments", { body: MISSPELT, headers: admin });
    expect([answer.status, answer.body.warnings]).toEqual([202, [WARNING]]);
  });

  it("may set this itself; the default is warn", async () => {
    const listed = await call(CLIENTS, "GET", "/api-clients", { headers: admin });
    expect(listed.body.api_clients[0].unknown_fields).toBe("warn");
    expect((await setting("refuse", clinic.headers)).status).toBe(200);
    const wrong = await setting("ignore");
    expect([wrong.status, wrong.body.message]).toEqual([400, "unknown_fields must be one of warn, refuse"]);
  });
});

describe("a command", () => {
  const change = async (body: unknown) => {
    const { providers } = (await call(PROVIDERS, "GET", "/providers", { headers: clinic.headers })).body;
    const id = providers[0].id;
    return call(PROVIDER, "PATCH", `/providers/${id}`, { headers: clinic.headers, body, params: { id } });
  };
  const shift = { day: "Monday", start_time: "T08:00:00", end_time: "T12:00:00", facility_id: "LOC-1" };

  it("names unknown fields, also in entries of a list", async () => {
    const answer = await change({
      hideInAvailability: "true",
      hours: [shift, { ...shift, day: "Friday", endDate: null }],
    });
    expect([answer.status, answer.body.warnings]).toEqual([
      200,
      [
        "hideInAvailability is not known here and was not used; did you mean hide_in_availability?",
        "hours[1].endDate is not known here and was not used; did you mean end_date?",
      ],
    ]);
    expect((await change({ status: "active" })).body).not.toHaveProperty("warnings");
  });

  it("refuses unknown fields if the client requests this", async () => {
    await setting("refuse");
    const answer = await change({ hours: [{ ...shift, startDate: null }] });
    expect([answer.status, answer.body.message]).toEqual([
      400,
      "Unexpected field: hours[0].startDate (did you mean start_date?)",
    ]);
  });
});

describe("a query parameter of a write", () => {
  const payAt = (query: string, headers: Record<string, string> = {}) =>
    call(POST, "POST", `/payments?${query}`, { body: aPayment, headers: { ...clinic.headers, ...headers } });
  const referral = async (query: string) => {
    const [row] = await database.asOwner<{ id: string }>(
      "SELECT replace(id::text, '-', '') AS id FROM referral LIMIT 1",
    );
    const params = { id: row?.id ?? "" };
    const options = { headers: clinic.headers, body: { notes: "x" }, params };
    return call(REFERRAL, "PATCH", `/referrals/${params.id}?${query}`, options);
  };
  const retryAll = (query: string, headers: Record<string, string> = {}) =>
    call(RETRY_ALL, "POST", `/jobs/retry?${query}`, { body: {}, headers: { ...clinic.headers, ...headers } });

  it("is named once, with the field of the body that was probably meant, in the answer and in the job", async () => {
    const answer = await payAt("patientMrn=MRN-1&patientMrn=MRN-2&amount=3&v=2&%00=1");
    expect([answer.status, answer.body.warnings]).toEqual([
      202,
      [
        "The query parameter patientMrn is not known here and was not used; did you mean the field patient_mrn of the body?",
        "The query parameter amount is not known here and was not used; did you mean the field amount of the body?",
        "The query parameter v is not known here and was not used",
        "The query parameter \u{FFFD} is not known here and was not used",
      ],
    ]);
    const job = await jobs.read(answer.body.job_id);
    expect([job.warnings, job.request]).toEqual([answer.body.warnings, aPayment]);
  });

  it("is named beside fields of the body, and does not bloat the answer", async () => {
    const body = { ...MISSPELT };
    const answer = await call(POST, "POST", "/payments?zebra=1", { body, headers: clinic.headers });
    expect(answer.body.warnings).toEqual([WARNING, "The query parameter zebra is not known here and was not used"]);
    const many = await payAt(Array.from({ length: 300 }, (_, index) => `x${index}=1`).join("&"));
    expect([many.body.warnings.length, many.body.warnings.at(-1)]).toEqual([
      21,
      "280 more fields are not known here and were not used",
    ]);
  });

  it("is named by writes that refuse unknown fields of the body, and by those in parts", async () => {
    const warnings = ["The query parameter dryRun is not known here and was not used"];
    expect(await referral("dryRun=1")).toMatchObject({ body: { warnings } });
    const [warning] = (await retryAll("dryRun=1")).body.warnings;
    expect(warning).toBe(`${warnings[0]}; did you mean the field dry_run of the body?`);
    for (const answer of [await referral(""), await retryAll("")]) expect(answer.body).not.toHaveProperty("warnings");
  });

  it("is refused for a client that wants it so, before anything is saved", async () => {
    await setting("refuse");
    const before = await jobCount();
    const answer = await payAt("patientMrn=MRN-1");
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        success: false,
        message: "Unexpected query parameter: patientMrn (did you mean the field patient_mrn of the body?)",
        errors: [
          { field: "patientMrn", message: "is not expected here (did you mean the field patient_mrn of the body?)" },
        ],
      },
    ]);
    expect((await referral("dryRun=1")).status).toBe(400);
    expect((await retryAll("dryRun=1")).status).toBe(400);
    expect(await jobCount()).toBe(before);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { POST as fetchClaims } from "#app/v1/claims/fetch/route.ts";
import { GET as listClaims } from "#app/v1/claims/route.ts";
import { POST as createNote } from "#app/v1/patient-notes/route.ts";
import { GET as listPatients } from "#app/v1/patients/route.ts";
import { GET, PATCH } from "#app/v1/sandbox/behavior/route.ts";
import { GET as listWrites } from "#app/v1/sandbox/writes/route.ts";
import { POST as createService } from "#app/v1/services/route.ts";
import { ROLE_PERMISSIONS } from "#lib/catalog/granted-permissions";
import { syncAccount } from "#lib/jobs/sync/sync-account";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import { makeLinkedAccount, type TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);

beforeEach(async () => {
  clinic = await openClinic();
});

const DEFAULTS = {
  etag: expect.stringMatching(/^"[\w-]{43}"$/),
  latency_ms: 0,
  slow_page_ms: 0,
  page_records: 500,
  fault_rate: 0,
  outage: false,
  empty_after_outage_s: 0,
  rate_limit_per_minute: null,
  rate_limit_window_s: 60,
  limit_answer: "header",
  token_calls: null,
  cut_after_commit_rate: 0,
  error_after_commit_rate: 0,
  short_kind: null,
  broken_kind: null,
  broken_as: "unreadable",
  drift_rate: 0,
  user_active: true,
};
const read = (headers = clinic.headers) => call(GET, "GET", "/sandbox/behavior", { headers });
const patch = (body: unknown, headers = clinic.headers) => call(PATCH, "PATCH", "/sandbox/behavior", { body, headers });

describe("GET and PATCH /sandbox/behavior", () => {
  it("return the EMR's behavior, and change only the sent fields", async () => {
    const first = await read();
    expect([first.status, first.body]).toEqual([200, { success: true, behavior: DEFAULTS }]);
    const changed = { latency_ms: 5, fault_rate: 0.25, rate_limit_per_minute: 90 };
    const answer = await patch(changed);
    const behavior = { ...DEFAULTS, ...changed };
    expect([answer.status, answer.body]).toEqual([
      200,
      { success: true, message: "Sandbox behavior updated", behavior },
    ]);
    await patch({ rate_limit_per_minute: null, fault_rate: 0 });
    expect((await read()).body.behavior).toEqual({ ...DEFAULTS, latency_ms: 5 });
  });

  it.each([
    [{}, "Send at least one of latency_ms"],
    [{ latency_ms: -1 }, "latency_ms must be a whole number from 0 to 60000"],
    [{ latency_ms: 1.5 }, "latency_ms must be a whole number from 0 to 60000"],
    [{ fault_rate: 1.01 }, "fault_rate must be a number from 0 to 1"],
    [{ drift_rate: "1" }, "drift_rate must be a number from 0 to 1"],
    [{ outage: "yes" }, "outage must be true or false"],
    [{ slow_page_ms: 60_001 }, "slow_page_ms must be a whole number from 0 to 60000"],
    [{ page_records: 0 }, "page_records must be a whole number from 1 to 1000"],
    [{ empty_after_outage_s: -1 }, "empty_after_outage_s must be a whole number from 0 to 86400"],
    [{ limit_answer: "429" }, "limit_answer must be one of header, body, forbidden"],
    [{ token_calls: 0 }, "token_calls must be a whole number from 1 to 1000000, or null"],
    [{ cut_after_commit_rate: 2 }, "cut_after_commit_rate must be a number from 0 to 1"],
    [{ error_after_commit_rate: -0.1 }, "error_after_commit_rate must be a number from 0 to 1"],
    [{ short_kind: "settings" }, "short_kind must be one of locations, providers, visit_types"],
    [{ broken_kind: "" }, "broken_kind must be one of locations, providers, visit_types"],
    [{ broken_as: "" }, "broken_as must be one of unreadable, incomplete"],
    [{ rate_limit_window_s: 3601 }, "rate_limit_window_s must be a whole number from 1 to 3600"],
    [{ rate_limit_per_minute: 0 }, "rate_limit_per_minute must be a whole number from 1 to 1000000, or null"],
  ])("refuse %o", async (body, message) => {
    const answer = await patch(body);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { success: false, message: expect.stringContaining(message) },
    ]);
    expect((await read()).body.behavior).toEqual(DEFAULTS);
  });

  it("affect only the caller's own EMR", async () => {
    const other = await openClinic({ kind: "sandbox_basic" });
    await patch({ outage: true });
    expect((await read(other.headers)).body.behavior).toEqual(DEFAULTS);
  });

  it("are refused for a real EMR", async () => {
    await database.asOwner("UPDATE linked_account SET emr_type = 'fhir' WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    for (const answer of [await read(), await patch({ outage: true })]) {
      expect([answer.status, answer.body.message]).toEqual([
        400,
        "Only the behavior and the writes of a sandbox EMR can be read and set; the connected EMR is fhir",
      ]);
    }
  });

  it("answer 404 while the account has no practice yet", async () => {
    const { headers } = await makeLinkedAccount();
    for (const answer of [
      await read(headers),
      await patch({ outage: true }, headers),
      await patch({ drift_rate: 1 }, headers),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { success: false, message: "Sandbox practice not found" }]);
    }
  });

  it("are refused to staff", () => {
    expect(ROLE_PERMISSIONS.staff.has("sandbox:update") || ROLE_PERMISSIONS.staff.has("sandbox:read")).toBe(false);
    expect(ROLE_PERMISSIONS.admin.has("sandbox:update")).toBe(true);
  });
});

describe("user_active", () => {
  const aNote = { note: "Called", subject: "Call", patient_mrn: "MRN-1" };
  const note = () => call(createNote, "POST", "/patient-notes", { body: aNote, headers: clinic.headers });

  it("false makes operations answer 404 at once, while reads and this route continue", async () => {
    await patch({ user_active: false });
    const answer = await note();
    expect([answer.status, answer.body]).toMatchObject([
      404,
      { message: "User not found", errors: [{ field: "access_token" }] },
    ]);
    expect((await call(listPatients, "GET", "/patients", { headers: clinic.headers })).status).toBe(200);
    await syncAccount(clinic.tenant);
    expect((await note()).status).toBe(404);
    expect((await patch({ user_active: true })).status).toBe(200);
    expect((await note()).status).toBe(202);
  });

  it("false makes the EMR refuse a write that was accepted before", async () => {
    const { job_id } = (await note()).body;
    await patch({ user_active: false });
    await jobs.run(job_id);
    await patch({ user_active: true });
    expect(await jobs.eventsOf(job_id)).toMatchObject([
      { type: "patient_note.failed", data: { failure_reason: expect.stringContaining("User not found") } },
    ]);
  });
});

describe("a change in the EMR", () => {
  const claims = async () => {
    const { body } = await call(listClaims, "GET", "/claims", { headers: clinic.headers });
    return body.claims as { emr_claim_id: string; balance: string; claim_status: string }[];
  };
  const phones = async () => {
    const { body } = await call(listPatients, "GET", "/patients", { headers: clinic.headers });
    return body.patients.map(({ mrn, phone }: { mrn: string; phone: string }) => [mrn, phone]);
  };

  async function fetched(body: unknown) {
    const { job_id } = (await call(fetchClaims, "POST", "/claims/fetch", { body, headers: clinic.headers })).body;
    await jobs.run(job_id);
    return (await jobs.eventsOf(job_id)).map(({ type }) => type);
  }

  it("appears here only after a fetch or a sync", { tags: "long" }, async () => {
    await fetched({ claim_ids: ["CLM-1", "CLM-2", "CLM-3"] });
    await syncAccount(clinic.tenant);
    const [claimsBefore, phonesBefore] = [await claims(), await phones()];
    expect(claimsBefore).toHaveLength(3);

    await patch({ drift_rate: 1 });
    expect([await claims(), await phones()]).toEqual([claimsBefore, phonesBefore]);

    expect(await fetched({ service_date: "2026-03-02" })).toEqual([
      "claim.updated",
      "claim.updated",
      "claim.live_fetch_completed",
    ]);
    const claimsAfter = new Map((await claims()).map((claim) => [claim.emr_claim_id, claim]));
    expect(claimsAfter.get("CLM-1")).toMatchObject({ claim_status: "PAID", balance: "0.00" });
    expect(await phones()).toEqual(phonesBefore);

    await syncAccount(clinic.tenant);
    const phonesAfter = await phones();
    expect(phonesAfter).toHaveLength(phonesBefore.length);
    for (const [index, phone] of phonesAfter.entries()) expect(phone).not.toEqual(phonesBefore[index]);
  });
});

describe("a job whose write the EMR does and answers falsely", () => {
  it.each([
    ["an error", { error_after_commit_rate: 1 }],
    ["no answer", { cut_after_commit_rate: 1 }],
  ])("completes with one write after %s", async (_answer, behavior) => {
    const aNote = { note: "Called", subject: "Call", patient_mrn: "MRN-1" };
    const { job_id } = (await call(createNote, "POST", "/patient-notes", { body: aNote, headers: clinic.headers }))
      .body;
    await patch(behavior);
    await jobs.run(job_id);
    await patch({ error_after_commit_rate: 0, cut_after_commit_rate: 0 });
    await jobs.due(job_id);
    await jobs.run(job_id);
    expect((await jobs.eventsOf(job_id)).map(({ type }) => type)).toEqual(["patient_note.created"]);
    expect(await jobs.writesOf(job_id)).toHaveLength(1);
  });
});

describe("GET /sandbox/writes", () => {
  const writes = async (jobId: unknown, headers = clinic.headers) =>
    call(listWrites, "GET", `/sandbox/writes?job_id=${jobId}`, { headers });

  it("lists the EMR's writes for a job: none before it ran, one afterwards", async () => {
    const aNote = { note: "Called", subject: "Call", patient_mrn: "MRN-1" };
    const { job_id } = (await call(createNote, "POST", "/patient-notes", { body: aNote, headers: clinic.headers }))
      .body;
    expect((await writes(job_id)).body).toEqual({ success: true, writes: [] });
    await jobs.run(job_id);
    const [event] = await jobs.eventsOf(job_id);
    expect((await writes(job_id)).body.writes).toEqual([
      {
        kind: "patient_note",
        emr_id: event?.data.emr_note_id,
        idempotency_key: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  it("lists each step of a service", async () => {
    const body = {
      patient_mrn: "MRN-1",
      team: "Behavioral Health",
      service_type: "Depression Screening",
      form_id: "PHQ-2",
      answers: { Q1: "2", Q2: "1" },
    };
    const { job_id } = (await call(createService, "POST", "/services", { body, headers: clinic.headers })).body;
    await jobs.run(job_id);
    const [event] = await jobs.eventsOf(job_id);
    expect(event?.type).toBe("service.created");
    const { emr_service_id, emr_episode_id } = event?.data ?? {};
    const listed = (await writes(job_id)).body.writes as { kind: string; emr_id: string; idempotency_key: string }[];
    expect(listed.map(({ kind, emr_id }) => [kind, emr_id])).toEqual([
      ["episode", emr_episode_id],
      ["service", emr_service_id],
      ["service_signature", emr_service_id],
    ]);
    expect(new Set(listed.map(({ idempotency_key }) => idempotency_key)).size).toBe(3);
  });

  it("answers 404 for other accounts' jobs and for malformed ids", { tags: "long" }, async () => {
    const other = await openClinic();
    const aNote = { note: "Called", subject: "Call", patient_mrn: "MRN-1" };
    const { job_id } = (await call(createNote, "POST", "/patient-notes", { body: aNote, headers: clinic.headers }))
      .body;
    for (const answer of [await writes(job_id, other.headers), await writes("abc"), await writes(999_999_999)]) {
      expect([answer.status, answer.body.message]).toEqual([404, "Job not found"]);
    }
    const missing = await call(listWrites, "GET", "/sandbox/writes", { headers: clinic.headers });
    expect([missing.status, missing.body.message]).toEqual([400, "Missing required field: job_id"]);
  });
});

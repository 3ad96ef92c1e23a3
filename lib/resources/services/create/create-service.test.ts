import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "#app/v1/services/route.ts";
import { addDays, todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const aService = {
  patient_mrn: "MRN-1",
  team: "Behavioral Health",
  service_type: "Depression Screening",
  form_id: "PHQ-2",
  answers: { Q1: "2", Q2: "3" },
};
const today = () => todayIn("America/New_York");

beforeAll(async () => {
  clinic = await openClinic();
});

const post = (change: Record<string, unknown> = {}, account = clinic) =>
  call(POST, "POST", "/services", { body: { ...aService, ...change }, headers: account.headers });

const services = async () => (await database.asOwner("SELECT 1 FROM service")).length;

/** Accepts and runs a service. Returns the response and its one event. */
async function run(change: Record<string, unknown> = {}) {
  await jobs.forgetUnfinished();
  const { body } = await post(change);
  await jobs.run(body.job_id);
  const events = await jobs.eventsOf(body.job_id);
  expect(events).toHaveLength(1);
  return { body, event: events[0] };
}

async function inEmr(emrServiceId: unknown) {
  const [row] = await database.asOwner(
    `SELECT s.service_type_id, s.form_id, s.answers, s.service_date::text, s.score, s.risk_band,
            s.signed_at IS NOT NULL AS signed, e.id AS episode_id, e.patient_id, e.team_id
     FROM sandbox.service s JOIN sandbox.episode e ON e.id = s.episode_id WHERE s.id = $1`,
    [emrServiceId],
  );
  return row;
}

describe("POST /services", () => {
  it("answers with the ids of the service and the job", async () => {
    const answer = await post({ service_date: today() });
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "Service queued",
        service_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["no team", { team: undefined }, 400, "Missing required field: team"],
    ["answers that are a list", { answers: [] }, 400, "answers must be an object"],
    ["no date", { service_date: "soon" }, 400, "service_date must be a date that exists, YYYY-MM-DD"],
    ["tomorrow at the clinic", { service_date: addDays(today(), 1) }, 400, "service_date may not be in the future"],
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await services();
    const answer = await post(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await services()).toBe(before);
  });

  it("compares dates with the clinic's current day", async () => {
    // Kiritimati is 25 or 26 hours ahead of Pago Pago: their calendar days always differ.
    const [ahead, behind] = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
    const mine = [clinic.tenant.linkedAccountId];
    await database.asOwner(`UPDATE linked_account SET timezone = '${behind}' WHERE id = $1`, mine);
    expect((await post({ service_date: todayIn(ahead) })).status).toBe(400);
    await database.asOwner(`UPDATE linked_account SET timezone = '${ahead}' WHERE id = $1`, mine);
    expect((await post({ service_date: todayIn(ahead) })).status).toBe(202);
    await database.asOwner("UPDATE linked_account SET timezone = 'America/New_York' WHERE id = $1", mine);
  });

  it("is refused for an EMR without this capability", async () => {
    const answer = await post({}, await openClinic({ kind: "sandbox_basic" }));
    expect([answer.status, answer.body]).toEqual([
      400,
      { success: false, message: "Service is not supported for the connected EMR" },
    ]);
  });

  it("answers 404 for a patient of another organization", async () => {
    const other = await openClinic();
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
      other.tenant.linkedAccountId,
    ]);
    expect((await post({}, other)).status).toBe(404);
  });
});

describe("a service's job", () => {
  it("writes, signs and re-reads the service on a new episode, and emits its event", async () => {
    const { body, event } = await run();
    const emrServiceId = event?.data.emr_service_id;
    const row = await inEmr(emrServiceId);
    expect([event?.type, event?.data]).toEqual([
      "service.created",
      {
        service_id: body.service_id,
        emr_service_id: expect.stringMatching(/./),
        emr_episode_id: row?.episode_id,
        patient_mrn: "MRN-1",
      },
    ]);
    expect(row).toMatchObject({
      service_type_id: "101",
      form_id: "PHQ-2",
      answers: aService.answers,
      service_date: today(),
      score: 5,
      risk_band: "Positive screen",
      signed: true,
      patient_id: "PAT-1",
      team_id: "1",
    });
    expect(
      await database.asOwner("SELECT emr_service_id, emr_episode_id, score, risk_band FROM service WHERE job_id = $1", [
        body.job_id,
      ]),
    ).toEqual([
      { emr_service_id: emrServiceId, emr_episode_id: row?.episode_id, score: 5, risk_band: "Positive screen" },
    ]);
  });

  it("writes to the newest episode of a patient who is on the team, and opens one for another team", async () => {
    const first = await run({ patient_mrn: "MRN-2" });
    const again = await run({ patient_mrn: "MRN-2", team: "1", service_type: "101" });
    const elsewhere = await run({
      patient_mrn: "MRN-2",
      team: "north",
      service_type: "intake visit",
      form_id: "INTAKE",
      answers: { WHY: "Cannot sleep", SLEEP: "no" },
    });
    const written = [];
    for (const { event } of [first, again, elsewhere]) written.push(await inEmr(event?.data.emr_service_id));
    expect(written.map((row) => row?.team_id)).toEqual(["1", "1", "2"]);
    expect(written[1]?.episode_id).toBe(written[0]?.episode_id);
    expect(written[2]?.episode_id).not.toBe(written[0]?.episode_id);
    expect(written[2]).toMatchObject({ score: null, risk_band: null, answers: { WHY: "Cannot sleep", SLEEP: "no" } });
    expect(new Set([first, again, elsewhere].map(({ event }) => event?.data.emr_service_id)).size).toBe(3);
  });

  it("has the given date", async () => {
    const { event } = await run({ service_date: "2026-01-05" });
    expect(await inEmr(event?.data.emr_service_id)).toMatchObject({ service_date: "2026-01-05" });
  });

  it("is written without a form if its type documents none and the request has no answers", async () => {
    const { event } = await run({ service_type: "Individual Counseling", answers: {} });
    expect(await inEmr(event?.data.emr_service_id)).toMatchObject({ form_id: null, answers: {}, signed: true });
  });

  it.each([
    ["an unknown team", { team: "Surgery" }, "team not found for the client"],
    [
      "a service type of another team",
      { service_type: "Intake Visit" },
      "service type not available for the client (not in billing matrix)",
    ],
    ["missing required answers", { answers: { Q1: " " } }, "missing required answers: Q1, Q2"],
    [
      "a score of no option",
      { answers: { ...aService.answers, Q2: "4" } },
      "answers that are not options of their question: Q2",
    ],
    [
      "a form other than the service type's",
      { form_id: "INTAKE" },
      "Depression Screening is documented by the form PHQ-2, not by INTAKE",
    ],
    [
      "an unknown form if none is needed",
      { service_type: "Individual Counseling", form_id: "NONE", answers: {} },
      "form not found: NONE",
    ],
    ["answers to an unknown form", { service_type: "Individual Counseling", form_id: "NONE" }, "form not found: NONE"],
  ])("fails at once for %s, and emits one event", async (_name, change, reason) => {
    const { body, event } = await run(change);
    expect([event?.type, event?.data]).toEqual([
      "service.failed",
      { service_id: body.service_id, emr_service_id: null, patient_mrn: "MRN-1", failure_reason: reason },
    ]);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "failed", failure_reason: reason, attempts: 1 });
  });

  it("resolves the team against the EMR's current teams", async () => {
    const intake = { service_type: "Intake Visit", form_id: "INTAKE", answers: { WHY: "Cannot sleep" } };
    await database.asOwner(
      `UPDATE sandbox.practice SET settings = jsonb_set(settings, '{teams,1,name}', '"Day Clinic"') WHERE id = $1`,
      [clinic.tenant.linkedAccountId],
    );
    const old = await run({ ...intake, team: "Behavioral Health North" });
    expect(old.event?.data.failure_reason).toBe("team not found for the client");
    expect((await run({ ...intake, team: "day clinic" })).event?.type).toBe("service.created");
  });
});

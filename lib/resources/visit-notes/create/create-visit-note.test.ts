import { beforeAll, describe, expect, it } from "vitest";
import { GET, POST } from "#app/v1/visit-notes/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let appointmentId: string;
const jobs = jobsOf(database, () => clinic);
const aNote = { note: "Lungs clear.", subject: "Follow-up" };

const idOf = async (emrId: string, { tenant }: TestAccount): Promise<string> => {
  const [row] = await database.asOwner<{ id: string }>(
    `SELECT replace(id::text, '-', '') AS id FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2`,
    [tenant.linkedAccountId, emrId],
  );
  return row?.id ?? "";
};

beforeAll(async () => {
  clinic = await openClinic();
  appointmentId = await idOf("APT-1", clinic);
});

const post = (named: Record<string, unknown>, { headers } = clinic) =>
  call(POST, "POST", "/visit-notes", { body: { ...aNote, ...named }, headers });

const notes = async () => (await database.asOwner("SELECT 1 FROM visit_note")).length;

const written = (jobId: number) =>
  database.asOwner<{ id: string; appointment_id: string; patient_id: string; subject: string; note: string }>(
    `SELECT n.id, n.appointment_id, n.patient_id, n.subject, n.note FROM sandbox.visit_note n
     JOIN sandbox.write w ON w.emr_id = n.id AND w.practice_id = n.practice_id
     JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid WHERE j.id = $1`,
    [jobId],
  );

describe("POST /visit-notes", () => {
  it("answers with the ids of the note and the job", async () => {
    const { status, body } = await post({ emr_appointment_id: "APT-1" });
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        message: "Visit note queued",
        visit_note_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  it("takes a visit's id here with dashes too", async () => {
    const dashed = appointmentId.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
    expect((await post({ appointment_id: dashed })).status).toBe(202);
  });

  it.each<[string, Record<string, unknown>, number, string]>([
    ["no visit", {}, 400, "Send exactly one of appointment_id or emr_appointment_id"],
    [
      "two visits",
      { appointment_id: "0".repeat(32), emr_appointment_id: "APT-1" },
      400,
      "Send exactly one of appointment_id or emr_appointment_id",
    ],
    ["an unknown visit", { emr_appointment_id: "APT-404" }, 404, "Appointment not found"],
    ["an unknown id", { appointment_id: "0".repeat(32) }, 404, "Appointment not found"],
    ["a malformed id", { appointment_id: "APT-1" }, 404, "Appointment not found"],
    ["an open slot", { emr_appointment_id: "APT-3" }, 404, "Appointment not found"],
    ["a blocked time", { emr_appointment_id: "APT-4" }, 404, "Appointment not found"],
    ["no note", { emr_appointment_id: "APT-1", note: undefined }, 400, "Missing required field: note"],
    ["no subject", { emr_appointment_id: "APT-1", subject: undefined }, 400, "Missing required field: subject"],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await notes();
    const answer = await post(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await notes()).toBe(before);
  });

  it("answers 404 for a visit of another account, by its id here", async () => {
    const other = await openClinic();
    expect((await post({ appointment_id: appointmentId }, other)).status).toBe(404);
  });

  it("refuses a visit whose patient has no MRN, and one whose MRN several patients carry", async () => {
    const other = await openClinic();
    const { linkedAccountId } = other.tenant;
    await database.asOwner(
      "UPDATE appointment SET patient_mrn = NULL WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-1'",
      [linkedAccountId],
    );
    await database.asOwner("UPDATE patient SET mrn = 'MRN-2' WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
      linkedAccountId,
    ]);
    const without = await post({ emr_appointment_id: "APT-1" }, other);
    const shared = await post({ emr_appointment_id: "APT-2" }, other);
    expect([without.status, without.body.errors]).toMatchObject([
      409,
      [{ field: "emr_appointment_id", message: expect.stringContaining("not among the synced patients") }],
    ]);
    expect([shared.status, shared.body.message]).toEqual([
      409,
      "emr_appointment_id is a visit of a patient whose MRN 2 patients of the EMR carry; correct it in the EMR first; nothing was saved",
    ]);
  });

  it("is off in a link to a real EMR that existed before it", async () => {
    const other = await openClinic();
    await database.asOwner("UPDATE linked_account SET writes = '{patient-notes:create}' WHERE id = $1", [
      other.tenant.linkedAccountId,
    ]);
    const { status, body } = await post({ emr_appointment_id: "APT-1" }, other);
    expect([status, body.message]).toEqual([400, expect.stringContaining("switched off for this linked account")]);
  });
});

describe("a visit note's job", () => {
  it.each([
    ["the EMR's id", () => ({ emr_appointment_id: "APT-1" })],
    ["its id here", () => ({ appointment_id: appointmentId })],
  ])("writes the note once to the visit named by %s, and emits its event", async (_name, named) => {
    const { body } = await post(named());
    await jobs.run(body.job_id);
    const [note, ...others] = await written(body.job_id);
    expect(others).toEqual([]);
    expect(note).toEqual({ id: expect.any(String), appointment_id: "APT-1", patient_id: "PAT-1", ...aNote });
    const events = await jobs.eventsOf(body.job_id);
    const record = {
      visit_note_id: body.visit_note_id,
      emr_note_id: note?.id,
      appointment_id: appointmentId,
      emr_appointment_id: "APT-1",
      patient_mrn: "MRN-1",
      ...aNote,
    };
    expect(events.map(({ type, data }) => [type, data])).toEqual([["visit_note.created", record]]);
    const listed = await call(GET, "GET", `/visit-notes?job_id=${body.job_id}`, { headers: clinic.headers });
    expect(listed.body.visit_notes).toEqual([
      {
        ...record,
        patient_name: "Ana Ávila",
        job_id: body.job_id,
        status: "completed",
        created_at: expect.any(String),
      },
    ]);
  });

  it("fails if the EMR no longer holds the visit", async () => {
    const other = await openClinic();
    const { body } = await post({ emr_appointment_id: "APT-2" }, other);
    await database.asOwner(`DELETE FROM sandbox.appointment WHERE id = 'APT-2' AND practice_id = $1`, [
      other.tenant.linkedAccountId,
    ]);
    const own = jobsOf(database, () => other);
    await own.run(body.job_id);
    expect((await own.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["visit_note.failed", { visit_note_id: body.visit_note_id, failure_reason: "appointment not found in the EMR" }],
    ]);
  });

  it("writes one note even if the first answer was lost", async () => {
    const { body } = await post({ emr_appointment_id: "APT-1" });
    await jobs.behave("cut_after_commit_rate = 1");
    await jobs.run(body.job_id);
    await jobs.behave("cut_after_commit_rate = 0");
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect(await written(body.job_id)).toHaveLength(1);
    expect(await jobs.eventsOf(body.job_id)).toHaveLength(1);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "#app/v1/patient-notes/route.ts";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const aNote = { note: "Called; will come in on Thursday.", subject: "Telephone call", patient_mrn: "MRN-1" };

beforeAll(async () => {
  clinic = await openClinic();
});

const post = (change: Record<string, unknown> = {}) =>
  call(POST, "POST", "/patient-notes", { body: { ...aNote, ...change }, headers: clinic.headers });

const notes = async () => (await database.asOwner("SELECT 1 FROM patient_note")).length;

describe("POST /patient-notes", () => {
  it("answers with the ids of the note and the job", async () => {
    const answer = await post({ location_id: "LOC-1", tags: ["Telephone Encounter"] });
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "Patient note queued",
        patient_note_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["no note", { note: undefined }, 400, "Missing required field: note"],
    ["no subject", { subject: undefined }, 400, "Missing required field: subject"],
    ["an empty subject", { subject: " " }, 400, "subject must be a non-empty string"],
    ["no patient", { patient_mrn: undefined }, 400, "Missing required field: patient_mrn"],
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
    [
      "an unknown location",
      { location_id: "LOC-9" },
      400,
      "location_id must be one of the account's locations: LOC-1, LOC-2",
    ],
    ["tags that are not a list", { tags: "Telephone Encounter" }, 400, "tags must be an array of non-empty strings"],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await notes();
    const answer = await post(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await notes()).toBe(before);
  });

  it("answers 404 for a patient of another organization", async () => {
    const other = await openClinic();
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
      other.tenant.linkedAccountId,
    ]);
    const answer = await call(POST, "POST", "/patient-notes", { body: aNote, headers: other.headers });
    expect(answer.status).toBe(404);
  });
});

describe("a chart note's job", () => {
  it("writes the note once, with its categories regardless of case, and emits its event", async () => {
    const { body } = await post({ location_id: "LOC-2", tags: ["telephone ENCOUNTER", "Telephone Encounter"] });
    await jobs.run(body.job_id);
    const [written] = await database.asOwner<{ emr_id: string }>(
      "SELECT emr_id FROM sandbox.write w JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid WHERE j.id = $1",
      [body.job_id],
    );
    const events = await jobs.eventsOf(body.job_id);
    expect(events.map(({ type, data }) => [type, data])).toEqual([
      [
        "patient_note.created",
        {
          patient_note_id: body.patient_note_id,
          emr_note_id: written?.emr_id,
          patient_mrn: "MRN-1",
          location_id: "LOC-2",
          subject: aNote.subject,
          note: aNote.note,
        },
      ],
    ]);
  });

  it("fails for an unknown category", async () => {
    const { body } = await post({ tags: ["Telephone Encounter", "Gossip"] });
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "failed", attempts: 1 });
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      [
        "patient_note.failed",
        { patient_note_id: body.patient_note_id, failure_reason: "note category not found: Gossip" },
      ],
    ]);
  });

  it("writes one note even if the first answer was lost", async () => {
    const { body } = await post();
    const key =
      "SELECT 1 FROM sandbox.write w JOIN job j ON j.emr_idempotency_key = w.idempotency_key::uuid WHERE j.id = $1";
    await jobs.behave("fault_rate = 1");
    // Half of the simulated faults lose the request, half the response: repeat until the EMR has stored the note.
    do {
      await jobs.due(body.job_id);
      await jobs.run(body.job_id);
      await database.asOwner("UPDATE job SET attempts = 1 WHERE id = $1", [body.job_id]);
    } while ((await database.asOwner(key, [body.job_id])).length === 0);
    await jobs.behave("fault_rate = 0");
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect(await database.asOwner(key, [body.job_id])).toHaveLength(1);
    expect(await jobs.eventsOf(body.job_id)).toHaveLength(1);
  });
});

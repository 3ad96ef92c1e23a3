import { beforeAll, describe, expect, it } from "vitest";
import { POST } from "#app/v1/tasks/route.ts";
import { todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let basic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const aTask = { description: "Ask about the new dose.", patient_mrn: "MRN-1" };

beforeAll(async () => {
  clinic = await openClinic();
  basic = await openClinic({ kind: "sandbox_basic" });
});

const post = (change: Record<string, unknown> = {}, account = clinic) =>
  call(POST, "POST", "/tasks", { body: { ...aTask, ...change }, headers: account.headers });

const tasks = async () => (await database.asOwner("SELECT 1 FROM task")).length;

/** Accepts and runs a task. Returns its row in the EMR. */
async function written(change: Record<string, unknown> = {}) {
  const { body } = await post(change);
  await jobs.run(body.job_id);
  const [row] = await database.asOwner(
    "SELECT *, due_date::text, start_date::text FROM sandbox.task WHERE id = $1",
    await jobs.writesOf(body.job_id),
  );
  return row;
}

describe("POST /tasks", () => {
  it("answers with the ids of the task and the job", async () => {
    const answer = await post();
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "Task queued",
        task_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["no description", { description: undefined }, 400, "Missing required field: description"],
    ["no patient", { patient_mrn: undefined }, 400, "Missing required field: patient_mrn"],
    ["another priority", { priority: "Urgent" }, 400, "priority must be one of Low, Normal, High"],
    ["an invalid due date", { due_date: "2026-02-30" }, 400, "due_date must be a date that exists, YYYY-MM-DD"],
    [
      "a task that is due before it starts",
      { start_date: "2030-01-02", due_date: "2030-01-01" },
      400,
      "due_date must be on or after start_date",
    ],
    ["a start date with a time", { start_date: "2026-02-03T10:00:00Z" }, 400, /^start_date must be a date/],
    [
      "recipients that are not a list",
      { notify_list: "SG-1" },
      400,
      "notify_list must be an array of non-empty strings",
    ],
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
    [
      "an unknown location",
      { location_id: "LOC-9" },
      400,
      "location_id must be one of the account's locations: LOC-1, LOC-2",
    ],
    [
      "an unknown facility",
      { facility_id: "LOC-9" },
      400,
      "facility_id must be one of the account's locations: LOC-1, LOC-2",
    ],
    [
      "an unknown type and unknown details",
      { task_type: "Dance", details: "Slowly" },
      400,
      "task_type must be one of the account's task types: General, Phone Call; details must be one of the account's task details: Call patient back, Send records",
    ],
    [
      "an unknown phone call type",
      { phone_call_type_id: "Incoming" },
      400,
      "phone_call_type_id must be one of the account's phone call types: PC-1, PC-2",
    ],
    [
      "an unknown assignee",
      { assigned_to: "ST-9" },
      400,
      "assigned_to must be one of the account's staff and staff groups: 201, 202, SG-1, SG-2",
    ],
    [
      "a group as the EMR user",
      { assignee_user_id: "SG-1" },
      400,
      "assignee_user_id must be one of the account's staff: 201, 202",
    ],
    [
      "unknown recipients",
      { notify_list: ["SG-1", "SG-8", "SG-9"] },
      400,
      "notify_list must be one of the account's staff and staff groups: 201, 202, SG-1, SG-2",
    ],
  ])("saves nothing for %s", async (_name, change, status, message) => {
    const before = await tasks();
    const answer = await post(change);
    const expected = message instanceof RegExp ? expect.stringMatching(message) : message;
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message: expected }]);
    expect(await tasks()).toBe(before);
  });

  it("requires a subject if the EMR does", async () => {
    const before = await tasks();
    const answer = await post({}, basic);
    expect([answer.status, answer.body]).toMatchObject([
      400,
      { success: false, message: "Missing required field: subject" },
    ]);
    expect(await tasks()).toBe(before);
    expect((await post({ subject: "The dose" }, basic)).status).toBe(202);
  });

  it("answers 404 for a patient of another organization", async () => {
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-2'", [
      basic.tenant.linkedAccountId,
    ]);
    expect((await post({ patient_mrn: "MRN-2", subject: "The dose" }, basic)).status).toBe(404);
  });
});

describe("a task's job", () => {
  it("creates the task once even if the first answer was lost, and emits its event", async () => {
    const { body } = await post();
    await jobs.loseAnswer(body.job_id);
    await jobs.run(body.job_id);
    const [emrTaskId, ...others] = await jobs.writesOf(body.job_id);
    expect(others).toEqual([]);
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["task.created", { task_id: body.task_id, emr_task_id: emrTaskId, patient_mrn: "MRN-1" }],
    ]);
    expect(await database.asOwner("SELECT emr_task_id FROM task WHERE job_id = $1", [body.job_id])).toEqual([
      { emr_task_id: emrTaskId },
    ]);
  });

  it("writes every given field to the EMR, with list entries by name", async () => {
    const row = await written({
      subject: "The dose",
      assignee_user_id: "201",
      phone_call_type_id: "PC-1",
      notify_list: ["SG-1", "202", "SG-1"],
      location_id: "LOC-1",
      task_type: "phone CALL",
      details: "TD-1",
      assigned_to: "SG-1",
      facility_id: "LOC-2",
      due_date: "2030-01-02",
      start_date: "2030-01-01",
      priority: "High",
    });
    expect(row).toMatchObject({
      patient_id: "PAT-1",
      description: "Ask about the new dose.",
      subject: "The dose",
      assignee_user_id: "201",
      phone_call_type_id: "PC-1",
      notify_list: ["SG-1", "202"],
      location_id: "LOC-1",
      task_type: "Phone Call",
      details: "Call patient back",
      assigned_to: "SG-1",
      facility_id: "LOC-2",
      due_date: "2030-01-02",
      start_date: "2030-01-01",
      priority: "High",
    });
  });

  it("has these defaults: General, Normal, from today at the clinic, and no facility if there are several", async () => {
    expect(await written()).toMatchObject({
      task_type: "General",
      priority: "Normal",
      start_date: todayIn("America/New_York"),
      facility_id: null,
      subject: null,
      due_date: null,
    });
  });

  it("is at the account's only facility by default", async () => {
    await database.asOwner("DELETE FROM location WHERE linked_account_id = $1 AND emr_id = 'LOC-2'", [
      clinic.tenant.linkedAccountId,
    ]);
    expect(await written()).toMatchObject({ facility_id: "LOC-1" });
  });

  it("fails with one event if the patient has been removed", async () => {
    const { body } = await post({ patient_mrn: "MRN-3" });
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-3'", [
      clinic.tenant.linkedAccountId,
    ]);
    await jobs.run(body.job_id);
    expect((await jobs.eventsOf(body.job_id)).map(({ type, data }) => [type, data])).toEqual([
      ["task.failed", { task_id: body.task_id, failure_reason: "The patient is no longer among the synced patients" }],
    ]);
  });
});

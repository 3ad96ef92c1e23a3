import { beforeEach, describe, expect, it } from "vitest";
import { POST as CANCEL } from "#app/v1/appointments/[id]/cancel/route.ts";
import { GET as GET_ONE } from "#app/v1/appointments/[id]/route.ts";
import { POST as BOOK, PATCH as SET_STATUS } from "#app/v1/appointments/route.ts";
import { GET as AVAILABILITY } from "#app/v1/availability/route.ts";
import { POST as CREATE_TASK } from "#app/v1/tasks/route.ts";
import { addDays, todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let visit: { id: string; emr_appointment_id: string; patient_mrn: string };
const jobs = jobsOf(database, () => clinic);
const TODAY = todayIn("America/New_York");
const TOMORROW = addDays(TODAY, 1);

async function aRecord(account: TestAccount, category: string) {
  const [found] = await database.asOwner<typeof visit>(
    `SELECT replace(id::text, '-', '') AS id, emr_appointment_id, patient_mrn FROM appointment
     WHERE linked_account_id = $1 AND category = $2 ORDER BY emr_appointment_id LIMIT 1`,
    [account.tenant.linkedAccountId, category],
  );
  if (!found) throw new Error(`The practice has no ${category}`);
  return found;
}

beforeEach(async () => {
  clinic = await openClinic();
  visit = await aRecord(clinic, "appointment");
});

const cancel = (
  id = visit.id,
  body: Record<string, unknown> = { reason: "Ill" },
  headers: Record<string, string> = clinic.headers,
) => call(CANCEL, "POST", `/appointments/${id}/cancel`, { body, headers, params: { id } });

const setStatus = (status: string) =>
  call(SET_STATUS, "PATCH", "/appointments", {
    body: { emr_appointment_id: visit.emr_appointment_id, status },
    headers: clinic.headers,
  });

const book = (datetime = `${TOMORROW}T14:00`) =>
  call(BOOK, "POST", "/appointments", {
    body: {
      patient_mrn: "MRN-1",
      provider_ehr_id: "102",
      location_id: "LOC-1",
      appointment_type: "Office Visit",
      datetime,
    },
    headers: clinic.headers,
  });

const shown = async (id = visit.id) =>
  (
    await call(GET_ONE, "GET", `/appointments/${id}?include_appointment_note=true`, {
      headers: clinic.headers,
      params: { id },
    })
  ).body.appointment;

const published = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);

const inEmr = async (id = visit.emr_appointment_id) =>
  (
    await database.asOwner<{ status: string; note: string | null }>(
      "SELECT status, note FROM sandbox.appointment WHERE practice_id = $1 AND id = $2",
      [clinic.tenant.linkedAccountId, id],
    )
  )[0];

const cancelled = (further: Record<string, unknown> = {}) => ({
  appointment_id: visit.id,
  emr_appointment_id: visit.emr_appointment_id,
  patient_mrn: visit.patient_mrn,
  datetime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00-0[45]:00$/),
  provider_ehr_id: "101",
  location_id: "LOC-1",
  status: "CAN",
  already_cancelled: false,
  ...further,
});

describe("POST /appointments/{id}/cancel", () => {
  it("answers with the ids of the visit and the job", async () => {
    const { status, body } = await cancel();
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        message: "Cancellation queued",
        appointment_id: visit.id,
        emr_appointment_id: visit.emr_appointment_id,
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["no reason", { reason: undefined }, 400, "Missing required field: reason"],
    ["an empty reason", { reason: " " }, 400, "reason must be a non-empty string"],
    ["a reason that is too long", { reason: "x".repeat(1_001) }, 400, "reason must have at most 1000 characters"],
  ])("queues nothing for %s", async (_name, body, status, message) => {
    const answer = await cancel(visit.id, body);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(
      await database.asOwner("SELECT FROM job WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId]),
    ).toEqual([]);
  });

  it.each(["404", "01900000000070008000000000000041"])("answers 404 for the unknown id %s", async (id) => {
    const { status, body } = await cancel(id);
    expect([status, body]).toMatchObject([404, { message: "Appointment not found", errors: [{ field: "id" }] }]);
  });

  it("answers 404 for an open slot and a blocked time, and for a visit of another organization or account", async () => {
    for (const category of ["schedule_slot", "schedule_block"])
      expect((await cancel((await aRecord(clinic, category)).id)).status).toBe(404);
    const other = await openClinic();
    const theirs = await aRecord(other, "appointment");
    expect((await cancel(theirs.id)).status).toBe(404);
    await database.asOwner("UPDATE appointment SET organization_id = $1 WHERE id = $2", [
      clinic.tenant.organizationId,
      theirs.id,
    ]);
    expect((await cancel(theirs.id)).status).toBe(404);
  });

  it("is staff's too, and off in a link to a real EMR that existed before it", async () => {
    expect((await cancel(visit.id, { reason: "Ill" }, await signIn(clinic, "staff"))).status).toBe(202);
    await database.asOwner("UPDATE linked_account SET writes = '{payments:create}' WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    const { status, body } = await cancel();
    expect([status, body.message]).toEqual([400, expect.stringContaining("switched off for this linked account")]);
  });
});

describe("a cancellation's job", () => {
  it("cancels the visit in the EMR with its reason, emits its event, and frees the time", async () => {
    const { datetime } = await shown();
    const { body } = await cancel();
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toEqual([["appointment.cancelled", cancelled({ datetime })]]);
    expect(await inEmr()).toMatchObject({ status: "CAN", note: expect.stringContaining("Cancelled: Ill") });
    expect(await shown()).toMatchObject({ status: "CAN", note: expect.stringContaining("Cancelled: Ill") });
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed", warnings: [] });
    const again = await call(BOOK, "POST", "/appointments", {
      body: {
        patient_mrn: "MRN-2",
        provider_ehr_id: "101",
        location_id: "LOC-1",
        appointment_type: "Office Visit",
        datetime,
      },
      headers: clinic.headers,
    });
    expect(again.status).toBe(202);
  });

  it("tells of a visit that was cancelled in the EMR already, and writes nothing", async () => {
    await database.asOwner("UPDATE sandbox.appointment SET status = 'CAN' WHERE practice_id = $1 AND id = $2", [
      clinic.tenant.linkedAccountId,
      visit.emr_appointment_id,
    ]);
    const before = await inEmr();
    const { body } = await cancel();
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toEqual([["appointment.cancelled", cancelled({ already_cancelled: true })]]);
    expect(await jobs.read(body.job_id)).toMatchObject({
      status: "completed",
      warnings: ["The appointment was already cancelled in the EMR"],
    });
    expect([await inEmr(), await jobs.writesOf(body.job_id)]).toEqual([before, []]);
    expect((await shown()).status).toBe("CAN");
  });

  it("tells of a visit that is no longer in the EMR", async () => {
    await database.asOwner("DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id = $2", [
      clinic.tenant.linkedAccountId,
      visit.emr_appointment_id,
    ]);
    const { body } = await cancel();
    await jobs.run(body.job_id);
    const description = "The appointment is no longer in the EMR";
    expect(await published(body.job_id)).toEqual([
      [
        "appointment.failed",
        {
          appointment_id: visit.id,
          emr_appointment_id: visit.emr_appointment_id,
          failure_reason: description,
          reasons: [{ code: "record_not_found", description }],
        },
      ],
    ]);
  });

  it.each(["cut_after_commit_rate", "error_after_commit_rate"])("cancels once and completes with %s", async (rate) => {
    const { body } = await cancel();
    await jobs.behave(`${rate} = 1`);
    await jobs.run(body.job_id);
    await jobs.behave(`${rate} = 0`);
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toEqual([["appointment.cancelled", cancelled()]]);
    expect(await jobs.writesOf(body.job_id)).toHaveLength(1);
    expect((await inEmr())?.note?.match(/Cancelled/g)).toHaveLength(1);
    expect((await shown()).status).toBe("CAN");
  });

  it("keeps the visit after an outage", async () => {
    const { body } = await cancel();
    await jobs.runThroughOutage(body.job_id);
    expect(await published(body.job_id)).toMatchObject([
      ["appointment.failed", { appointment_id: visit.id, reasons: [{ code: "emr_unavailable" }] }],
    ]);
    expect([(await inEmr())?.status, (await shown()).status]).toEqual(["SCH", "SCH"]);
  });
});

describe("the order of a visit's record", () => {
  const waitingFor = async (answer: { body: { job_id: number } }) => (await jobs.read(answer.body.job_id)).waiting_for;

  it("is that of acceptance, with changes of its status", async () => {
    const arrived = await setStatus("ARR");
    const gone = await cancel();
    const back = await setStatus("SCH");
    expect(await Promise.all([arrived, gone, back].map(waitingFor))).toEqual([
      null,
      arrived.body.job_id,
      gone.body.job_id,
    ]);
    await jobs.run(gone.body.job_id);
    expect((await inEmr())?.status).not.toBe("CAN");
    for (const { body } of [arrived, gone, back]) await jobs.run(body.job_id);
    expect([(await inEmr())?.status, (await shown()).status]).toEqual(["SCH", "SCH"]);
  });

  it("holds from the acceptance of a booking on, whose visit is cancelled before it is booked", async () => {
    const booked = await book();
    const { appointment_id: id } = booked.body;
    const gone = await cancel(id);
    expect([gone.status, gone.body]).toEqual([
      202,
      { success: true, message: "Cancellation queued", appointment_id: id, job_id: expect.any(Number) },
    ]);
    expect(await waitingFor(gone)).toBe(booked.body.job_id);
    await jobs.run(booked.body.job_id);
    const { emr_appointment_id: emrId } = await shown(id);
    const back = await call(SET_STATUS, "PATCH", "/appointments", {
      body: { emr_appointment_id: emrId, status: "ARR" },
      headers: clinic.headers,
    });
    expect(await waitingFor(back)).toBe(gone.body.job_id);
    await jobs.run(gone.body.job_id);
    expect(await published(gone.body.job_id)).toMatchObject([
      ["appointment.cancelled", { appointment_id: id, emr_appointment_id: emrId, patient_mrn: "MRN-1", status: "CAN" }],
    ]);
    expect(await waitingFor(back)).toBeNull();
    await jobs.run(back.body.job_id);
    expect((await inEmr(emrId))?.status).toBe("ARR");
  });

  it("ends with a booking that failed: its cancellation says so, and no other is accepted", async () => {
    const booked = await book();
    const { appointment_id: id } = booked.body;
    const gone = await cancel(id);
    await jobs.runThroughOutage(booked.body.job_id);
    await jobs.run(gone.body.job_id);
    const description = "The appointment was not booked in the EMR";
    expect(await published(gone.body.job_id)).toEqual([
      [
        "appointment.failed",
        { appointment_id: id, failure_reason: description, reasons: [{ code: "record_not_found", description }] },
      ],
    ]);
    expect((await cancel(id)).status).toBe(404);
  });

  it("does not keep others waiting: a task of the same patient and a booking of another day run at once", async () => {
    const gone = await cancel();
    const later = await book(`${addDays(TOMORROW, 1)}T10:00`);
    const task = await call(CREATE_TASK, "POST", "/tasks", {
      body: { patient_mrn: visit.patient_mrn, description: "Call back" },
      headers: clinic.headers,
    });
    expect(await Promise.all([gone, later, task].map(waitingFor))).toEqual([null, null, null]);
  });

  it("is that of the provider's day, too: a booking of that day waits for the cancellation", async () => {
    const gone = await cancel();
    const sameDay = await call(BOOK, "POST", "/appointments", {
      body: {
        patient_mrn: "MRN-2",
        provider_ehr_id: "101",
        location_id: "LOC-1",
        appointment_type: "Office Visit",
        datetime: `${(await shown()).datetime.slice(0, 10)}T20:00`,
      },
      headers: clinic.headers,
    });
    expect(await waitingFor(sameDay)).toBe(gone.body.job_id);
  });
});

it("opens the slot again that the visit had taken, in the EMR and here, unless another visit is there by then", async () => {
  const openSlots = async () =>
    (
      await call(AVAILABILITY, "GET", `/availability?start_date=${TOMORROW}&end_date=${TOMORROW}`, {
        headers: clinic.headers,
      })
    ).body.availability.map((slot: { emr_appointment_id: string }) => slot.emr_appointment_id);
  expect(await openSlots()).toEqual(["APT-5"]);
  const booked = await book(`${TOMORROW}T09:10`);
  await jobs.run(booked.body.job_id);
  expect(await openSlots()).toEqual([]);
  const first = await cancel(booked.body.appointment_id);
  await jobs.run(first.body.job_id);
  expect(await openSlots()).toEqual(["APT-5"]);
  const again = await book(`${TOMORROW}T09:10`);
  await jobs.run(again.body.job_id);
  await database.asOwner(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, status)
     VALUES ($1, 'APT-STAFF', 'appointment', $2::timestamp AT TIME ZONE 'America/New_York', 10, '102', 'LOC-1', 'SCH')`,
    [clinic.tenant.linkedAccountId, `${TOMORROW} 09:00`],
  );
  const second = await cancel(again.body.appointment_id);
  await jobs.run(second.body.job_id);
  expect(await openSlots()).toEqual([]);
});

import { beforeEach, describe, expect, it } from "vitest";
import { POST as CANCEL } from "#app/v1/appointments/[id]/cancel/route.ts";
import { GET as GET_ONE, PATCH } from "#app/v1/appointments/[id]/route.ts";
import { PATCH as PATCH_BY_EMR } from "#app/v1/appointments/ehr/[emr_appointment_id]/route.ts";
import { POST as BOOK, PATCH as SET_STATUS } from "#app/v1/appointments/route.ts";
import { addDays, todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let visit: { id: string; emr_appointment_id: string; patient_mrn: string; datetime: string };
const jobs = jobsOf(database, () => clinic);
const TODAY = todayIn("America/New_York");
const TOMORROW = addDays(TODAY, 1);

const shown = async (id: string) =>
  (await call(GET_ONE, "GET", `/appointments/${id}`, { headers: clinic.headers, params: { id } })).body.appointment;

async function aRecord(account: TestAccount, category: string): Promise<string> {
  const [found] = await database.asOwner<{ id: string }>(
    `SELECT replace(id::text, '-', '') AS id FROM appointment
     WHERE linked_account_id = $1 AND category = $2 ORDER BY emr_appointment_id LIMIT 1`,
    [account.tenant.linkedAccountId, category],
  );
  if (!found) throw new Error(`The practice has no ${category}`);
  return found.id;
}

beforeEach(async () => {
  clinic = await openClinic();
  visit = await shown(await aRecord(clinic, "appointment"));
});

const change = (body: Record<string, unknown> = { datetime: `${TOMORROW}T14:00` }, id = visit.id) =>
  call(PATCH, "PATCH", `/appointments/${id}`, { body, headers: clinic.headers, params: { id } });

const book = (further: Record<string, unknown> = {}) =>
  call(BOOK, "POST", "/appointments", {
    body: {
      patient_mrn: "MRN-2",
      provider_ehr_id: "102",
      location_id: "LOC-1",
      appointment_type: "Office Visit",
      datetime: `${TOMORROW}T16:00`,
      ...further,
    },
    headers: clinic.headers,
  });

const setStatus = (status: string, emrId = visit.emr_appointment_id) =>
  call(SET_STATUS, "PATCH", "/appointments", {
    body: { emr_appointment_id: emrId, status },
    headers: clinic.headers,
  });

const published = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);
const waitingFor = async (answer: { body: { job_id: number } }) => (await jobs.read(answer.body.job_id)).waiting_for;

const inEmr = async (id = visit.emr_appointment_id) =>
  (
    await database.asOwner<{ starts_at: Date; duration_minutes: number; provider_id: string; reason: string | null }>(
      "SELECT starts_at, duration_minutes, provider_id, reason FROM sandbox.appointment WHERE practice_id = $1 AND id = $2",
      [clinic.tenant.linkedAccountId, id],
    )
  )[0];

/** Lets the EMR's own staff book a visit. */
const staffBook = (startsAt: string, provider: string) =>
  database.asOwner(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     VALUES ($1, 'APT-STAFF', 'appointment', $2::timestamp AT TIME ZONE 'America/New_York', 30, $3, 'LOC-1', 'PAT-2', 'SCH')`,
    [clinic.tenant.linkedAccountId, startsAt, provider],
  );

describe("PATCH /appointments/{id}", () => {
  it("answers with the ids of the visit and the job, by either id", async () => {
    const accepted = {
      success: true,
      message: "Appointment change queued",
      appointment_id: visit.id,
      emr_appointment_id: visit.emr_appointment_id,
      job_id: expect.any(Number),
    };
    const { status, body } = await change();
    expect([status, body]).toEqual([202, accepted]);
    const byEmrId = await call(PATCH_BY_EMR, "PATCH", `/appointments/ehr/${visit.emr_appointment_id}`, {
      body: { reason: "Cough" },
      headers: clinic.headers,
      params: { emr_appointment_id: visit.emr_appointment_id },
    });
    expect([byEmrId.status, byEmrId.body]).toEqual([202, accepted]);
    const unknown = await call(PATCH_BY_EMR, "PATCH", "/appointments/ehr/APT-404", {
      body: { reason: "Cough" },
      headers: clinic.headers,
      params: { emr_appointment_id: "APT-404" },
    });
    expect([unknown.status, unknown.body.message]).toEqual([404, "Appointment not found"]);
  });

  it.each([
    ["no field", {}, 400, "No updatable fields provided"],
    ["yesterday", { datetime: `${addDays(TODAY, -1)}T14:00` }, 400, "datetime must be today or later"],
    ["a day alone", { datetime: TOMORROW }, 400, "datetime must be a day and a time, such as 2026-03-02T09:30"],
    ["no minutes", { duration: 0 }, 400, "duration must be a whole number of minutes, 1 to 1440"],
    ["an unknown provider", { provider_ehr_id: "404" }, 404, "Provider with this provider_ehr_id not found"],
    [
      "an unknown location",
      { location_id: "LOC-404" },
      400,
      "location_id must be one of the account's locations: LOC-1, LOC-2",
    ],
    ["an unknown visit type", { appointment_type: "Surgery" }, 400, expect.stringContaining("must be one of")],
  ])("queues nothing for %s", async (_name, body, status, message) => {
    const answer = await change(body);
    expect([answer.status, answer.body.message]).toEqual([status, message]);
    expect(
      await database.asOwner("SELECT FROM job WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId]),
    ).toEqual([]);
  });

  it("answers 404 for an open slot, a blocked time, and a visit of another organization", async () => {
    const theirs = await aRecord(await openClinic(), "appointment");
    const ids = [await aRecord(clinic, "schedule_slot"), await aRecord(clinic, "schedule_block"), theirs, "x"];
    for (const id of ids) expect((await change({ reason: "Cough" }, id)).status).toBe(404);
  });

  it("refuses a time that another visit takes or is to take, with the time alone, but not its own", async () => {
    const taken = await book();
    const { status, body } = await change({ datetime: `${TOMORROW}T16:10`, provider_ehr_id: "102" });
    expect([status, body.overlaps]).toEqual([
      409,
      [{ datetime: expect.stringContaining(`${TOMORROW}T16:00:00`), duration: 30 }],
    ]);
    // The pending move of another visit takes its time too.
    await jobs.run(taken.body.job_id);
    const moved = await change({ datetime: `${TOMORROW}T18:00`, provider_ehr_id: "102" }, taken.body.appointment_id);
    expect(moved.status).toBe(202);
    expect((await change({ datetime: `${TOMORROW}T18:15`, provider_ehr_id: "102" })).status).toBe(409);
    const later = new Date(Date.parse(visit.datetime) + 600_000).toISOString();
    expect((await change({ datetime: later, duration: 10 })).status).toBe(202);
  });

  it("is off in a link to a real EMR that existed before it", async () => {
    await database.asOwner("UPDATE linked_account SET writes = '{payments:create}' WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    const { status, body } = await change();
    expect([status, body.message]).toEqual([400, expect.stringContaining("switched off for this linked account")]);
  });
});

describe("a change's job", () => {
  const moved = (further: Record<string, unknown> = {}) => ({
    appointment_id: visit.id,
    emr_appointment_id: visit.emr_appointment_id,
    patient_mrn: visit.patient_mrn,
    status: "SCH",
    datetime: expect.stringContaining(`${TOMORROW}T14:00:00`),
    previous_datetime: visit.datetime,
    duration: 30,
    previous_duration: 30,
    provider_ehr_id: "102",
    previous_provider_ehr_id: "101",
    location_id: "LOC-1",
    updated_fields: ["datetime", "provider_ehr_id"],
    ...further,
  });
  const toTomorrow = { datetime: `${TOMORROW}T14:00`, provider_ehr_id: "102" };

  it("moves the visit in the EMR, says old and new time in event and audit log, and frees the old time", async () => {
    const { body } = await change(toTomorrow);
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toEqual([["appointment.updated", moved()]]);
    expect(await inEmr()).toMatchObject({ duration_minutes: 30, provider_id: "102" });
    expect(await shown(visit.id)).toMatchObject({
      datetime: expect.stringContaining(`${TOMORROW}T14:00:00`),
      provider_ehr_id: "102",
    });
    expect((await book({ datetime: visit.datetime, provider_ehr_id: "101" })).status).toBe(202);
    const [entry] = await database.asOwner<{ detail: unknown }>("SELECT detail FROM audit_log WHERE job_id = $1", [
      body.job_id,
    ]);
    expect(entry?.detail).toEqual({
      changed: [
        { field: "datetime", from: visit.datetime, to: expect.stringContaining(`${TOMORROW}T14:00:00`) },
        { field: "provider_ehr_id", from: "101", to: "102" },
      ],
    });
  });

  it("changes the named fields alone", async () => {
    const before = await inEmr();
    const { body } = await change({ reason: "Cough", appointment_type: "Office Visit" });
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toMatchObject([
      ["appointment.updated", { datetime: visit.datetime, updated_fields: ["appointment_type", "reason"] }],
    ]);
    expect(await inEmr()).toEqual({ ...before, reason: "Cough" });
  });

  it("is told that the time is taken in the EMR by now, and leaves the visit where it is", async () => {
    const { body } = await change(toTomorrow);
    await staffBook(`${TOMORROW} 14:15`, "102");
    await jobs.run(body.job_id);
    const description = "The time is taken in the EMR by another visit or block";
    expect(await published(body.job_id)).toEqual([
      [
        "appointment.failed",
        {
          appointment_id: visit.id,
          emr_appointment_id: visit.emr_appointment_id,
          failure_reason: description,
          reasons: [{ code: "overlap", description }],
        },
      ],
    ]);
    expect((await shown(visit.id)).datetime).toBe(visit.datetime);
  });

  it.each(["cut_after_commit_rate", "error_after_commit_rate"])("moves once and completes with %s", async (rate) => {
    const { body } = await change(toTomorrow);
    await jobs.behave(`${rate} = 1`);
    await jobs.run(body.job_id);
    await jobs.behave(`${rate} = 0`);
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toEqual([["appointment.updated", moved()]]);
    expect(await jobs.writesOf(body.job_id)).toHaveLength(1);
    expect((await shown(visit.id)).provider_ehr_id).toBe("102");
  });

  it("tells of a visit that is gone or cancelled in the EMR", async () => {
    const { body } = await change();
    await database.asOwner("UPDATE sandbox.appointment SET status = 'CAN' WHERE practice_id = $1 AND id = $2", [
      clinic.tenant.linkedAccountId,
      visit.emr_appointment_id,
    ]);
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toMatchObject([
      ["appointment.failed", { failure_reason: expect.stringContaining("cancelled in the EMR") }],
    ]);
    const again = await change();
    await database.asOwner("DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id = $2", [
      clinic.tenant.linkedAccountId,
      visit.emr_appointment_id,
    ]);
    await jobs.run(again.body.job_id);
    expect(await published(again.body.job_id)).toMatchObject([
      ["appointment.failed", { reasons: [{ code: "record_not_found" }] }],
    ]);
  });
});

describe("the order of moves", () => {
  it("is that of acceptance, with changes of the status, cancellations and the days of both providers", async () => {
    const oldDay = await book({ provider_ehr_id: "101", datetime: `${visit.datetime.slice(0, 10)}T20:00` });
    const arrived = await setStatus("ARR");
    const move = await change({ datetime: `${TOMORROW}T14:00`, provider_ehr_id: "102" });
    const newDay = await book();
    const gone = await call(CANCEL, "POST", `/appointments/${visit.id}/cancel`, {
      body: { reason: "Ill" },
      headers: clinic.headers,
      params: { id: visit.id },
    });
    expect(await Promise.all([oldDay, arrived, move, newDay, gone].map(waitingFor))).toEqual([
      null,
      null,
      arrived.body.job_id,
      move.body.job_id,
      move.body.job_id,
    ]);
    for (const { body } of [arrived, oldDay, move, newDay, gone]) await jobs.run(body.job_id);
    for (const { body } of [arrived, oldDay, move, newDay, gone])
      expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
  });

  it("goes on from where earlier moves lead, also of a visit that is not booked yet", async () => {
    const booked = await book();
    const { appointment_id: id } = booked.body;
    const first = await change({ datetime: `${TOMORROW}T18:00` }, id);
    const second = await change({ provider_ehr_id: "101" }, id);
    expect(await Promise.all([first, second].map(waitingFor))).toEqual([booked.body.job_id, first.body.job_id]);
    for (const { body } of [booked, first, second]) await jobs.run(body.job_id);
    expect(await published(second.body.job_id)).toMatchObject([
      [
        "appointment.updated",
        {
          appointment_id: id,
          datetime: expect.stringContaining(`${TOMORROW}T18:00:00`),
          previous_datetime: expect.stringContaining(`${TOMORROW}T18:00:00`),
          provider_ehr_id: "101",
          previous_provider_ehr_id: "102",
        },
      ],
    ]);
  });
});

describe("the time of a move", () => {
  const NEXT_YEAR = Number(TOMORROW.slice(0, 4)) + 1;
  /** The Sunday of a month (1 to 12) of next year with this number, YYYY-MM-DD: New York changes its clocks on such days. */
  const sunday = (month: number, number: number) => {
    const first = new Date(Date.UTC(NEXT_YEAR, month - 1, 1));
    return addDays(first.toISOString().slice(0, 10), ((7 - first.getUTCDay()) % 7) + 7 * (number - 1));
  };
  const [SPRING, AUTUMN] = [sunday(3, 2), sunday(11, 1)];

  it.each([
    ["is local in the account's time zone", `${SPRING}T01:30`, `${SPRING}T01:30:00-05:00`],
    ["that the clocks skip is as much later", `${SPRING}T02:30`, `${SPRING}T03:30:00-04:00`],
    ["that comes twice is the second by its offset", `${AUTUMN}T01:30:00-05:00`, `${AUTUMN}T01:30:00-05:00`],
    ["may have the offset of Los Angeles", `${addDays(SPRING, -1)}T23:30:00-08:00`, `${SPRING}T03:30:00-04:00`],
    ["may cross midnight", `${AUTUMN}T23:45`, `${AUTUMN}T23:45:00-05:00`],
  ])("%s", async (_name, datetime, now) => {
    const { body } = await change({ datetime });
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toMatchObject([
      ["appointment.updated", { datetime: now, previous_datetime: visit.datetime }],
    ]);
    expect((await inEmr())?.starts_at.toISOString()).toBe(new Date(now).toISOString());
  });
});

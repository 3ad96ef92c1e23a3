import { beforeEach, describe, expect, it } from "vitest";
import { POST as CANCEL } from "#app/v1/appointments/[id]/cancel/route.ts";
import { POST } from "#app/v1/appointments/fetch/route.ts";
import { GET } from "#app/v1/appointments/route.ts";
import { runSync } from "#lib/jobs/sync/run-sync";
import { addDays, todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const TODAY = todayIn("America/New_York");
const TOMORROW = addDays(TODAY, 1);
const day = { start_date: TODAY, end_date: TODAY };

beforeEach(async () => {
  clinic = await openClinic();
});

const post = (body: unknown) => call(POST, "POST", "/appointments/fetch", { body, headers: clinic.headers });

async function fetched(body: unknown) {
  const { job_id } = (await post(body)).body;
  await jobs.run(job_id);
  const [event] = await jobs.eventsOf(job_id);
  return { event, job: await jobs.read(job_id) };
}

const inEmr = (assignments: string, id = "APT-1") =>
  database.asOwner(`UPDATE sandbox.appointment SET ${assignments} WHERE practice_id = $1 AND id = $2`, [
    clinic.tenant.linkedAccountId,
    id,
  ]);

const removeFromEmr = (id: string) =>
  database.asOwner("DELETE FROM sandbox.appointment WHERE practice_id = $1 AND id = $2", [
    clinic.tenant.linkedAccountId,
    id,
  ]);

async function listed(from = TODAY, to = TODAY) {
  const { body } = await call(GET, "GET", `/appointments?start_date=${from}&end_date=${to}`, {
    headers: clinic.headers,
  });
  return body.appointments as { id: string; emr_appointment_id: string; patient_name: string; status: string }[];
}

const idOf = async (emrId: string) => (await listed()).find((each) => each.emr_appointment_id === emrId)?.id;

describe("POST /appointments/fetch", () => {
  it("answers 202 with the job", async () => {
    expect(await post(day)).toMatchObject({
      status: 202,
      body: { success: true, message: "Appointments fetch queued", job_id: expect.any(Number) },
    });
  });

  it.each([
    ["no days", {}, "start_date"],
    [
      "an end before the beginning",
      { start_date: TOMORROW, end_date: TODAY },
      "end_date must be on or after start_date",
    ],
    [
      "32 days",
      { start_date: "2026-03-01", end_date: "2026-04-01" },
      "end_date must be less than 31 days after start_date",
    ],
    [
      "eleven providers",
      { ...day, provider_ehr_ids: Array.from({ length: 11 }, (_, index) => `${index}`) },
      "provider_ehr_ids must be an array of 1 to 10 EMR ids",
    ],
  ])("refuses %s", async (_name, body, message) => {
    const answer = await post(body);
    expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(message)]);
  });

  it("takes 31 days and ten providers' ids", async () =>
    expect((await post({ start_date: "2026-03-01", end_date: "2026-03-31", provider_ehr_ids: ["101"] })).status).toBe(
      202,
    ));

  it("answers 404 for an unknown provider, and 400 for an inactive one", async () => {
    await database.asOwner("UPDATE provider SET status = 'inactive' WHERE linked_account_id = $1 AND ehr_id = '102'", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await post({ ...day, provider_ehr_ids: ["101", "999"] })).status).toBe(404);
    expect((await post({ ...day, provider_ehr_ids: ["101", "102"] })).body.message).toBe(
      "provider_ehr_ids is an inactive provider: their schedule is not synchronized",
    );
  });
});

describe("a fetch of appointments", () => {
  it("stores what has changed in the EMR, and says so with ids and counts", async () => {
    await inEmr("status = 'ARR'");
    const { event, job } = await fetched(day);
    expect(event).toMatchObject({
      type: "appointment.live_fetch_completed",
      data: {
        ...day,
        appointment_ids: [await idOf("APT-1")],
        deleted_appointment_ids: [],
        found: 2,
        created: 0,
        updated: 1,
        deleted: 0,
      },
    });
    expect(job).toMatchObject({ status: "completed", warnings: [] });
    expect((await listed()).map(({ status }) => status)).toEqual(["ARR", "ARR"]);
    expect((await fetched(day)).event?.data).toMatchObject({ appointment_ids: [], found: 2, updated: 0 });
  });

  it("removes what the EMR says it no longer has, and follows what has moved to another day", async () => {
    const [moved, gone] = [await idOf("APT-1"), await idOf("APT-2")];
    await inEmr("starts_at = starts_at + interval '1 day'");
    await removeFromEmr("APT-2");
    const { event } = await fetched(day);
    expect(event?.data).toMatchObject({
      appointment_ids: [moved],
      deleted_appointment_ids: [gone],
      found: 0,
      updated: 1,
      deleted: 1,
    });
    expect(await listed()).toEqual([]);
    expect((await listed(TOMORROW, TOMORROW)).map(({ id }) => id)).toEqual([moved]);
  });

  it("leaves slots, blocks, other days and other providers alone", async () => {
    await removeFromEmr("APT-1");
    await removeFromEmr("APT-3");
    await inEmr("status = 'CAN'", "APT-2");
    const { event } = await fetched({ start_date: TOMORROW, end_date: TOMORROW });
    expect(event?.data).toMatchObject({ found: 0, deleted: 0, updated: 0 });
    expect((await fetched({ ...day, provider_ehr_ids: ["102"] })).event?.data).toMatchObject({ found: 0, deleted: 0 });
    const [{ count }] = (await database.asOwner(
      "SELECT count(*)::integer FROM appointment WHERE linked_account_id = $1 AND category <> 'appointment'",
      [clinic.tenant.linkedAccountId],
    )) as [{ count: number }];
    expect(count).toBe(3);
    expect(await listed()).toHaveLength(2);
  });

  it("reads the patient of a new visit who is not known here", async () => {
    await database.asOwner("DELETE FROM patient WHERE linked_account_id = $1 AND mrn = 'MRN-1'", [
      clinic.tenant.linkedAccountId,
    ]);
    await database.asOwner("DELETE FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-1'", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await fetched(day)).event?.data).toMatchObject({ created: 1 });
    const [visit] = await listed();
    expect([visit?.emr_appointment_id, visit?.patient_name]).toEqual(["APT-1", "Ana Ávila"]);
  });

  it("overwrites no state that a write of our own has stored since the EMR was asked", async () => {
    const id = (await idOf("APT-1")) ?? "";
    const { job_id } = (await post(day)).body;
    // The EMR answers as of before the cancellation, which is stored before the answer is.
    await database.asOwner(
      "UPDATE appointment SET status = 'CAN', as_of = nextval('as_of_seq') + 1000000 WHERE linked_account_id = $1 AND emr_appointment_id = 'APT-1'",
      [clinic.tenant.linkedAccountId],
    );
    await removeFromEmr("APT-1");
    await jobs.run(job_id);
    expect((await jobs.eventsOf(job_id))[0]?.data).toMatchObject({ appointment_ids: [], deleted: 0 });
    expect((await listed()).find((each) => each.id === id)?.status).toBe("CAN");
  });

  it("finds what a cancellation of ours has made, and changes nothing", async () => {
    const id = (await idOf("APT-1")) ?? "";
    const cancelled = await call(CANCEL, "POST", `/appointments/${id}/cancel`, {
      body: { reason: "Ill" },
      headers: clinic.headers,
      params: { id },
    });
    await jobs.run(cancelled.body.job_id);
    expect((await fetched(day)).event?.data).toMatchObject({ appointment_ids: [], updated: 0 });
  });

  it("asks for at most 25 records that the EMR does not return, and says so", async () => {
    const account = clinic.tenant.linkedAccountId;
    await database.asOwner(
      `INSERT INTO appointment SELECT (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
         'emr_appointment_id', 'OLD-' || n))).* FROM appointment a, generate_series(1, 30) AS n
       WHERE a.linked_account_id = $1 AND a.emr_appointment_id = 'APT-1'`,
      [account],
    );
    const { event, job } = await fetched(day);
    expect(event?.data).toMatchObject({ found: 2, deleted: 25 });
    expect(job.warnings).toEqual([
      "The EMR did not return 30 of the stored records; 25 of them were asked for one by one, and the others stay as they were read last",
    ]);
    expect((await fetched(day)).event?.data).toMatchObject({ deleted: 5 });
  });

  it("leaves a sync that is under way what it has to remove, and no record of it unread", async () => {
    await removeFromEmr("APT-1");
    const sync = runSync({ ...clinic.tenant, requestedAt: new Date().toISOString() });
    const { event } = await fetched(day);
    await sync;
    expect(event?.type).toBe("appointment.live_fetch_completed");
    expect((await listed()).map((each) => each.emr_appointment_id)).toEqual(["APT-2"]);
  });

  it("emits the reason in words and codes after its last attempt", async () => {
    const { job_id } = (await post(day)).body;
    await jobs.runThroughOutage(job_id);
    expect((await jobs.eventsOf(job_id)).map(({ type, data }) => [type, data])).toEqual([
      [
        "appointment.live_fetch_failed",
        {
          failure_reason: "The EMR is out of service",
          reasons: [{ code: "emr_unavailable", description: "The EMR is out of service" }],
        },
      ],
    ]);
  });
});

import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH } from "#app/v1/appointments/route.ts";
import { readAll } from "#lib/emr/port/read-all";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { sandboxEmr } from "#lib/testing/sandbox-emr";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
let booked: { emr_appointment_id: string; patient_mrn: string };
let codes: string[];
const jobs = jobsOf(database, () => clinic);

async function anAppointment(account: TestAccount, category: string) {
  const [found] = await database.asOwner<{ emr_appointment_id: string; patient_mrn: string }>(
    "SELECT emr_appointment_id, patient_mrn FROM appointment WHERE linked_account_id = $1 AND category = $2 LIMIT 1",
    [account.tenant.linkedAccountId, category],
  );
  if (!found) throw new Error(`The practice has no ${category}`);
  return found;
}

beforeAll(async () => {
  clinic = await openClinic();
  booked = await anAppointment(clinic, "appointment");
  const rows = await database.asOwner<{ code: string }>(
    "SELECT code FROM visit_status WHERE linked_account_id = $1 ORDER BY position",
    [clinic.tenant.linkedAccountId],
  );
  codes = rows.map(({ code }) => code);
});

const patch = (change: Record<string, unknown> = {}) =>
  call(PATCH, "PATCH", "/appointments", {
    body: { emr_appointment_id: booked.emr_appointment_id, status: codes.at(-1), ...change },
    headers: clinic.headers,
  });

const counts = async () => (await database.asOwner("SELECT 1 FROM job")).length;

const published = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);

const statusHere = async () =>
  (
    await database.asOwner<{ status: string }>(
      "SELECT status FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = $2",
      [clinic.tenant.linkedAccountId, booked.emr_appointment_id],
    )
  )[0]?.status;

const statusInEmr = async () =>
  (await readAll(sandboxEmr(clinic.tenant.linkedAccountId), "appointments", new AbortController().signal)).records.find(
    ({ emrAppointmentId }) => emrAppointmentId === booked.emr_appointment_id,
  )?.status;

describe("PATCH /appointments", () => {
  it("answers with the ids of the appointment and the job", async () => {
    const answer = await patch();
    expect([answer.status, answer.body]).toEqual([
      202,
      {
        success: true,
        message: "Appointment update queued",
        emr_appointment_id: booked.emr_appointment_id,
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["no appointment", { emr_appointment_id: undefined }, 400, "Missing required field: emr_appointment_id"],
    ["no status", { status: undefined }, 400, "Missing required field: status"],
    ["an unknown appointment", { emr_appointment_id: "APT-404" }, 404, "Appointment not found"],
  ])("queues nothing for %s", async (_name, change, status, message) => {
    const before = await counts();
    const answer = await patch(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(await counts()).toBe(before);
  });

  it("lists the valid statuses for an unknown one", async () => {
    const answer = await patch({ status: "ZZZ" });
    const message = `status must be one of the account's visit statuses: ${codes.join(", ")}`;
    expect([answer.status, answer.body]).toMatchObject([400, { success: false, message }]);
  });

  it("refuses an open slot, which is not an appointment", async () => {
    const { emr_appointment_id } = await anAppointment(clinic, "schedule_slot");
    expect((await patch({ emr_appointment_id })).status).toBe(404);
  });

  it("answers 404 for an appointment of another organization or another account", async () => {
    const other = await openClinic();
    await database.asOwner(
      "UPDATE appointment SET emr_appointment_id = 'APT-THEIRS' WHERE linked_account_id = $1 AND emr_appointment_id = $2",
      [other.tenant.linkedAccountId, booked.emr_appointment_id],
    );
    expect((await patch({ emr_appointment_id: "APT-THEIRS" })).status).toBe(404);
    await database.asOwner("UPDATE appointment SET organization_id = $1 WHERE emr_appointment_id = 'APT-THEIRS'", [
      clinic.tenant.organizationId,
    ]);
    expect((await patch({ emr_appointment_id: "APT-THEIRS" })).status).toBe(404);
  });
});

describe("an appointment update's job", () => {
  beforeEach(() => jobs.forgetUnfinished());

  it("sets the status in the EMR and in the stored appointment, and emits its event", async () => {
    for (const status of [codes.at(-1), codes[0]]) {
      const { body } = await patch({ status });
      await jobs.run(body.job_id);
      expect(await published(body.job_id)).toEqual([["appointment.updated", { ...booked, status }]]);
      expect([await statusHere(), await statusInEmr()]).toEqual([status, status]);
    }
  });

  it("emits only the reason of a failure, and keeps the status", async () => {
    const before = await statusHere();
    const { body } = await patch({ status: codes.find((code) => code !== before) });
    await jobs.runThroughOutage(body.job_id);
    expect(await published(body.job_id)).toEqual([
      [
        "appointment.failed",
        { emr_appointment_id: booked.emr_appointment_id, failure_reason: "The EMR is out of service" },
      ],
    ]);
    expect(await statusHere()).toBe(before);
  });

  it("writes once even if the first answer was lost", async () => {
    const { body } = await patch();
    await jobs.loseAnswer(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect(await jobs.writesOf(body.job_id)).toHaveLength(1);
    expect(await published(body.job_id)).toHaveLength(1);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { GET as GET_ONE } from "#app/v1/appointments/[id]/route.ts";
import { GET as LIST, POST } from "#app/v1/appointments/route.ts";
import { GET as AVAILABILITY } from "#app/v1/availability/route.ts";
import { POST as CANCEL } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { POST as RETRY } from "#app/v1/jobs/[job_id]/retry/route.ts";
import { POST as POST_PATIENT } from "#app/v1/patients/route.ts";
import { withTenant } from "#lib/db/tenant";
import { nextJobId } from "#lib/job-record/queue-job";
import { lockSchedule } from "#lib/job-record/record-order";
import { addDays, todayIn } from "#lib/kernel/dates";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const TOMORROW = addDays(todayIn("America/New_York"), 1);

beforeEach(async () => {
  clinic = await openClinic();
});

const aVisit = {
  patient_mrn: "MRN-1",
  provider_ehr_id: "102",
  location_id: "LOC-1",
  appointment_type: "Office Visit",
  datetime: `${TOMORROW}T14:00`,
  reason: "Cough",
};

const post = (
  change: Record<string, unknown> = {},
  { headers = clinic.headers }: { headers?: Record<string, string> } = {},
) => call(POST, "POST", "/appointments", { body: { ...aVisit, ...change }, headers });

const published = async (jobId: number) => (await jobs.eventsOf(jobId)).map(({ type, data }) => [type, data]);

const inEmr = () =>
  database.asOwner<{ id: string; starts_at: Date; patient_id: string }>(
    "SELECT id, starts_at, patient_id FROM sandbox.appointment WHERE practice_id = $1 AND id LIKE 'APT-9%' ORDER BY id",
    [clinic.tenant.linkedAccountId],
  );

/** Lets the EMR's own staff book a visit. */
const staffBook = (id: string, startsAt: string, provider = "102") =>
  database.asOwner(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     VALUES ($1, $2, 'appointment', $3::timestamp AT TIME ZONE 'America/New_York', 30, $4, 'LOC-1', 'PAT-2', 'SCH')`,
    [clinic.tenant.linkedAccountId, id, startsAt, provider],
  );

describe("POST /appointments", () => {
  it("answers with the ids of the appointment and the job", async () => {
    const { status, body } = await post();
    expect([status, body]).toEqual([
      202,
      {
        success: true,
        message: "Appointment queued",
        appointment_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        job_id: expect.any(Number),
      },
    ]);
  });

  it.each([
    ["no patient", { patient_mrn: undefined }, 400, "Send exactly one of patient_mrn or patient_id"],
    ["an unknown patient", { patient_mrn: "MRN-404" }, 404, "Patient with this patient_mrn not found"],
    [
      "an unknown patient id",
      { patient_mrn: undefined, patient_id: "404" },
      404,
      "Patient with this patient_id not found",
    ],
    ["no provider", { provider_ehr_id: undefined }, 400, "Missing required field: provider_ehr_id"],
    ["an unknown provider", { provider_ehr_id: "404" }, 404, "Provider with this provider_ehr_id not found"],
    [
      "an unknown second provider",
      { secondary_provider_ehr_id: "404" },
      404,
      "Provider with this secondary_provider_ehr_id not found",
    ],
    [
      "the same provider twice",
      { secondary_provider_ehr_id: "102" },
      400,
      "secondary_provider_ehr_id must be another provider",
    ],
    [
      "an unknown location",
      { location_id: "LOC-404" },
      400,
      "location_id must be one of the account's locations: LOC-1, LOC-2",
    ],
    [
      "an unknown visit type",
      { appointment_type: "Surgery" },
      400,
      expect.stringContaining("appointment_type must be one of the account's visit types: "),
    ],
    [
      "no time",
      { datetime: undefined },
      400,
      "Missing required field: datetime (must be a day and a time, such as 2026-03-02T09:30)",
    ],
    ["a day alone", { datetime: TOMORROW }, 400, "datetime must be a day and a time, such as 2026-03-02T09:30"],
    ["a day that does not exist", { datetime: "2027-02-30T09:00" }, 400, expect.stringContaining("datetime must be")],
    ["seconds", { datetime: `${TOMORROW}T14:00:30` }, 400, expect.stringContaining("datetime must be")],
    ["yesterday", { datetime: `${addDays(TOMORROW, -2)}T14:00` }, 400, "datetime must be today or later"],
    ["a year too far ahead", { datetime: "2199-01-01T14:00" }, 400, expect.stringContaining("for a visit")],
    ["no minutes", { duration: 0 }, 400, "duration must be a whole number of minutes, 1 to 1440"],
    ["half a minute", { duration: 0.5 }, 400, "duration must be a whole number of minutes, 1 to 1440"],
    [
      "an unknown slot",
      { slot_id: "404" },
      409,
      "slot_id is no open slot: it is taken, or gone from the schedule; nothing was saved",
    ],
    ["an unknown rule of overlaps", { overlap: "maybe" }, 400, "overlap must be refuse or allow"],
  ])("queues nothing for %s", async (_name, change, status, message) => {
    const answer = await post(change);
    expect([answer.status, answer.body]).toMatchObject([status, { success: false, message }]);
    expect(
      await database.asOwner("SELECT FROM job WHERE linked_account_id = $1", [clinic.tenant.linkedAccountId]),
    ).toEqual([]);
  });

  it("refuses a provider whose schedule is not synchronized", async () => {
    await database.asOwner("UPDATE provider SET status = 'inactive' WHERE linked_account_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    const { status, body } = await post();
    expect([status, body.message]).toEqual([
      400,
      "provider_ehr_id is an inactive provider: their schedule is not synchronized",
    ]);
  });

  it.each([
    ["a visit", `${todayIn("America/New_York")}T09:15`, "101"],
    ["a visit's second provider", `${todayIn("America/New_York")}T09:45`, "102"],
    ["a blocked time", `${todayIn("America/New_York")}T11:50`, "101"],
  ])("refuses the time of %s with the time alone", async (_name, datetime, provider) => {
    const { status, body } = await post({ datetime, provider_ehr_id: provider });
    expect([status, Object.keys(body).sort()]).toEqual([409, ["errors", "message", "overlaps", "success"]]);
    expect(body.errors).toEqual([{ field: "datetime", message: expect.stringContaining("is taken") }]);
    for (const taken of body.overlaps) {
      expect(taken).toEqual({
        datetime: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00-0[45]:00$/),
        duration: 30,
      });
    }
  });

  it("takes a time that begins with the end of another, and that of a cancelled visit", async () => {
    const today = todayIn("America/New_York");
    expect((await post({ datetime: `${today}T12:30`, provider_ehr_id: "101" })).status).toBe(202);
    await database.asOwner("UPDATE appointment SET status = 'CAN' WHERE linked_account_id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await post({ datetime: `${today}T09:00`, provider_ehr_id: "101" })).status).toBe(202);
  });

  it("refuses the time of a booking that has not ended, also while its end is unknown, and takes that of one that failed", async () => {
    const { body } = await post();
    const { body: refused, status } = await post({ patient_mrn: "MRN-2", datetime: `${TOMORROW}T14:10` });
    expect([status, refused.overlaps]).toMatchObject([409, [{ duration: 30 }]]);
    await jobs.behave("cut_after_commit_rate = 1");
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "queued", ambiguous: true });
    expect((await post({ patient_mrn: "MRN-2" })).status).toBe(409);
    await jobs.behave("cut_after_commit_rate = 0");
    await database.asOwner("UPDATE job SET status = 'failed', ambiguous = false WHERE id = $1", [body.job_id]);
    expect((await post({ patient_mrn: "MRN-2" })).status).toBe(202);
  });

  it("lets an overlap pass that is allowed, for those who may", async () => {
    const today = todayIn("America/New_York");
    const over = { datetime: `${today}T09:00`, provider_ehr_id: "101", overlap: "allow" };
    const [staff, admin] = [await signIn(clinic, "staff"), await signIn(clinic, "admin")];
    const refused = await post(over, { headers: staff });
    expect([refused.status, refused.body.message]).toEqual([
      403,
      "Not allowed: this needs the permission appointments:overbook",
    ]);
    const { status, body } = await post(over, { headers: admin });
    expect(status).toBe(202);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({
      status: "completed",
      warnings: ["The appointment overlaps another visit or blocked time in the EMR, as the request allowed"],
    });
  });

  const openSlots = async () =>
    (
      await call(AVAILABILITY, "GET", `/availability?start_date=${TOMORROW}&end_date=${TOMORROW}`, {
        headers: clinic.headers,
      })
    ).body.availability;

  /** What a request says that names a slot alone. */
  const bySlot = { provider_ehr_id: undefined, location_id: undefined, datetime: undefined };

  it("takes an open slot, whose provider, location, beginning and minutes are the defaults", async () => {
    const [slot] = await openSlots();
    const at = { ...bySlot, slot_id: slot.slot_id, appointment_type: "Follow-up" };
    const booked = await post(at);
    expect(booked.status).toBe(202);
    const [stored] = await database.asOwner<Record<string, unknown>>(
      "SELECT provider_ehr_id, location_id, starts_at, duration FROM booking WHERE job_id = $1",
      [booked.body.job_id],
    );
    // Not the 20 minutes of the visit type.
    expect(stored).toEqual({
      provider_ehr_id: "102",
      location_id: "LOC-1",
      starts_at: new Date(slot.datetime),
      duration: 30,
    });
    const overlaps = [{ datetime: slot.datetime, duration: 30 }];
    expect((await post({ ...at, patient_mrn: "MRN-2" })).body).toMatchObject({ overlaps });
    await jobs.run(booked.body.job_id);
    expect(await openSlots()).toEqual([]);
    const gone = await post({ ...at, patient_mrn: "MRN-2" });
    expect([gone.status, gone.body]).toEqual([
      409,
      {
        success: false,
        message: "slot_id is no open slot: it is taken, or gone from the schedule; nothing was saved",
        errors: [{ field: "slot_id", message: "is no open slot: it is taken, or gone from the schedule" }],
        overlaps: [],
      },
    ]);
    expect(
      (await post({ ...at, patient_mrn: "MRN-2", provider_ehr_id: "102", datetime: slot.datetime })).body,
    ).toMatchObject({
      overlaps,
    });
  });

  it("names what contradicts the slot, and takes a part of it", async () => {
    const [slot] = await openSlots();
    await database.asOwner(
      "UPDATE appointment SET appointment_type = 'Follow-up' WHERE linked_account_id = $1 AND id = $2",
      [clinic.tenant.linkedAccountId, slot.id],
    );
    const at = { ...bySlot, slot_id: slot.slot_id, appointment_type: "follow-up" };
    for (const [change, message] of [
      [{ provider_ehr_id: "101" }, "provider_ehr_id is another provider than the slot's"],
      [{ location_id: "LOC-2" }, "location_id is another location than the slot's"],
      [{ appointment_type: "Office Visit" }, "appointment_type is another visit type than the slot's"],
      [{ datetime: `${TOMORROW}T09:30` }, "datetime is not within the slot"],
      [{ duration: 31 }, "duration leads beyond the end of the slot"],
      [{ datetime: `${TOMORROW}T09:20`, duration: 20 }, "duration leads beyond the end of the slot"],
    ] as const) {
      const { status, body } = await post({ ...at, ...change });
      expect([status, body.message, body.errors.length]).toEqual([400, message, 1]);
    }
    expect((await post({ ...at, datetime: `${TOMORROW}T09:20` })).status).toBe(202);
  });

  it("is off in a link to a real EMR that existed before it", async () => {
    await database.asOwner("UPDATE linked_account SET writes = '{payments:create}' WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    const { status, body } = await post();
    expect([status, body.message]).toEqual([400, expect.stringContaining("switched off for this linked account")]);
  });
});

describe("a booking's job", () => {
  it("books the visit once, emits its event, and shows it under the id that was answered", async () => {
    const { body } = await post();
    await jobs.run(body.job_id);
    const [visit, ...others] = await inEmr();
    expect(others).toEqual([]);
    const data = {
      appointment_id: body.appointment_id,
      emr_appointment_id: visit?.id,
      patient_mrn: "MRN-1",
      datetime: expect.stringMatching(new RegExp(`^${TOMORROW}T14:00:00-0[45]:00$`)),
      provider_ehr_id: "102",
      location_id: "LOC-1",
      status: "SCH",
    };
    expect(await published(body.job_id)).toEqual([["appointment.created", data]]);
    const one = await call(GET_ONE, "GET", `/appointments/${body.appointment_id}`, {
      headers: clinic.headers,
      params: { id: body.appointment_id },
    });
    expect(one.body.appointment).toMatchObject({
      id: body.appointment_id,
      emr_appointment_id: visit?.id,
      patient_mrn: "MRN-1",
      duration: 30,
      reason: "Cough",
      appointment_type: "Office Visit",
    });
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed", warnings: [] });
  });

  it("is told that the time is taken in the EMR by now", async () => {
    const { body } = await post();
    await staffBook("APT-STAFF", `${TOMORROW} 14:15`);
    await jobs.run(body.job_id);
    const description = "The time is taken in the EMR by another visit or block";
    expect(await published(body.job_id)).toEqual([
      [
        "appointment.failed",
        {
          appointment_id: body.appointment_id,
          failure_reason: description,
          reasons: [{ code: "overlap", description }],
        },
      ],
    ]);
    expect(await inEmr()).toEqual([]);
  });

  it.each(["cut_after_commit_rate", "error_after_commit_rate"])("books once and completes with %s", async (rate) => {
    const { body } = await post();
    await jobs.behave(`${rate} = 1`);
    await jobs.run(body.job_id);
    await jobs.behave(`${rate} = 0`);
    await jobs.due(body.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
    expect(await inEmr()).toHaveLength(1);
    expect((await published(body.job_id)).map(([type]) => type)).toEqual(["appointment.created"]);
    const { body: listed } = await call(LIST, "GET", `/appointments?start_date=${TOMORROW}&end_date=${TOMORROW}`, {
      headers: clinic.headers,
    });
    expect(listed.appointments).toMatchObject([{ id: body.appointment_id }]);
  });

  it("waits for an earlier one that touches the provider's day, and for no other", async () => {
    const first = await post();
    const second = await post({ datetime: `${TOMORROW}T16:00` });
    const later = await post({ datetime: `${addDays(TOMORROW, 1)}T16:00` });
    const other = await post({ datetime: `${TOMORROW}T16:00`, provider_ehr_id: "101" });
    const both = await post({ datetime: `${addDays(TOMORROW, 1)}T18:00`, secondary_provider_ehr_id: "101" });
    const waiting = async () =>
      Promise.all(
        [first, second, later, other, both].map(async ({ body }) => (await jobs.read(body.job_id)).waiting_for),
      );
    expect(await waiting()).toEqual([null, first.body.job_id, null, null, later.body.job_id]);
    await jobs.run(second.body.job_id);
    expect(await inEmr()).toEqual([]);
    await jobs.run(first.body.job_id);
    await jobs.run(later.body.job_id);
    expect(await waiting()).toEqual([null, null, null, null, null]);
    for (const { body } of [second, other, both]) await jobs.run(body.job_id);
    expect(await inEmr()).toHaveLength(5);
  });

  it("gets its number as it joins its lines: one that was accepted before has a lesser number", async () => {
    const { linkedAccountId } = clinic.tenant;
    const waiting =
      "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    const { asked, before } = await withTenant(clinic.tenant, async (tx) => {
      await lockSchedule(tx, linkedAccountId);
      const asked = post();
      await expect.poll(() => database.asOwner(waiting)).toHaveLength(1);
      // The number of a booking that is accepted meanwhile.
      return { asked, before: await nextJobId(tx) };
    });
    expect((await asked).body.job_id).toBeGreaterThan(before);
  });

  it("that has several lines waits for the last job of any of them", async () => {
    const one = await post({ provider_ehr_id: "101" });
    const two = await post({ provider_ehr_id: "102", datetime: `${TOMORROW}T16:00` });
    const both = await post({ datetime: `${TOMORROW}T18:00`, secondary_provider_ehr_id: "101" });
    expect(await jobs.read(both.body.job_id)).toMatchObject({ waiting_for: two.body.job_id });
    await jobs.run(two.body.job_id);
    expect(await jobs.read(both.body.job_id)).toMatchObject({ waiting_for: one.body.job_id });
    await jobs.run(one.body.job_id);
    expect(await jobs.read(both.body.job_id)).toMatchObject({ waiting_for: null });
    await jobs.run(both.body.job_id);
    expect(await jobs.read(both.body.job_id)).toMatchObject({ status: "completed" });
  });
});

describe("a booking for a new patient", () => {
  const aPerson = {
    first_name: "Noor",
    last_name: "Haddad",
    dob: "1991-02-03",
    gender: "female",
    phone: "212-555-0199",
  };

  const create = async ({ headers } = clinic) =>
    (await call(POST_PATIENT, "POST", "/patients", { body: aPerson, headers })).body as {
      patient_id: string;
      job_id: number;
    };
  const bookFor = (patient_id: string, change = {}, caller = clinic) =>
    post({ patient_mrn: undefined, patient_id, ...change }, caller);

  it("waits for the creation, and books under the MRN that it has got", async () => {
    const patient = await create();
    const { status, body } = await bookFor(patient.patient_id);
    const other = await post({ datetime: `${TOMORROW}T16:00` });
    expect([status, await jobs.read(body.job_id)]).toMatchObject([
      202,
      { status: "queued", waiting_for: patient.job_id, patient_mrn: null },
    ]);
    await jobs.run(body.job_id);
    expect(await inEmr()).toEqual([]);
    await jobs.run(patient.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ waiting_for: null });
    await jobs.run(body.job_id);
    const [{ data: created } = { data: {} }] = await jobs.eventsOf(patient.job_id);
    const { patient_mrn, ehr_id } = created as Record<string, string>;
    expect(await published(body.job_id)).toMatchObject([["appointment.created", { patient_mrn }]]);
    expect(await inEmr()).toMatchObject([{ patient_id: ehr_id }]);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed", patient_mrn });
    expect(await jobs.read(other.body.job_id)).toMatchObject({ waiting_for: null });
  });

  it("waits for the later one of the creation and a job of the provider's day, then for the other", async () => {
    const patient = await create();
    const earlier = await post({ datetime: `${TOMORROW}T16:00` });
    const { body } = await bookFor(patient.patient_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ waiting_for: earlier.body.job_id });
    await jobs.run(earlier.body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ waiting_for: patient.job_id });
    await jobs.run(patient.job_id);
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
  });

  it("takes a creation that has completed", async () => {
    const patient = await create();
    await jobs.run(patient.job_id);
    const { body } = await bookFor(patient.patient_id);
    expect(await jobs.read(body.job_id)).toMatchObject({
      waiting_for: null,
      patient_mrn: expect.stringMatching(/^MRN-/),
    });
    await jobs.run(body.job_id);
    expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
  });

  it("fails with the reason if the creation fails, is refused after that, and taken again while it is retried", async () => {
    const patient = await create();
    const { body } = await bookFor(patient.patient_id);
    await database.asOwner(
      `INSERT INTO sandbox.patient (practice_id, id, mrn, first_name, last_name, dob, gender, phone, email, address)
       SELECT practice_id, 'PAT-STAFF', 'MRN-STAFF', 'Noor', 'Haddad', '1991-02-03', gender, phone, email, address
       FROM sandbox.patient WHERE practice_id = $1 AND id = 'PAT-1'`,
      [clinic.tenant.linkedAccountId],
    );
    await jobs.run(patient.job_id);
    expect(await jobs.read(patient.job_id)).toMatchObject({ status: "failed" });
    await jobs.run(body.job_id);
    const description = "The patient was not created in the EMR, so that no visit can be booked";
    expect(await published(body.job_id)).toEqual([
      [
        "appointment.failed",
        {
          appointment_id: body.appointment_id,
          failure_reason: description,
          reasons: [{ code: "patient_not_found", description }],
        },
      ],
    ]);
    const refused = await bookFor(patient.patient_id);
    expect([refused.status, refused.body.errors]).toEqual([
      409,
      [{ field: "patient_id", message: "is of a patient whose creation failed" }],
    ]);
    await database.asOwner("DELETE FROM sandbox.patient WHERE practice_id = $1 AND id = 'PAT-STAFF'", [
      clinic.tenant.linkedAccountId,
    ]);
    const retried = await call(RETRY, "POST", `/jobs/${patient.job_id}/retry`, {
      headers: await signIn(clinic, "admin"),
      params: { job_id: String(patient.job_id) },
    });
    expect(retried.status).toBe(202);
    const again = await bookFor(patient.patient_id);
    expect(await jobs.read(again.body.job_id)).toMatchObject({ waiting_for: retried.body.job_id });
    await jobs.run(retried.body.job_id);
    await jobs.run(again.body.job_id);
    expect(await jobs.read(again.body.job_id)).toMatchObject({ status: "completed" });
  });

  it("fails if the creation is cancelled", async () => {
    const patient = await create();
    const { body } = await bookFor(patient.patient_id);
    const cancelled = await call(CANCEL, "POST", `/jobs/${patient.job_id}/cancel`, {
      headers: await signIn(clinic, "admin"),
      params: { job_id: String(patient.job_id) },
    });
    expect(cancelled.status).toBe(202);
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toMatchObject([
      ["appointment.failed", { reasons: [{ code: "patient_not_found" }] }],
    ]);
  });

  it("is refused while a person has to say whether the EMR has the patient", async () => {
    const patient = await create();
    await database.asOwner("UPDATE job SET to_reconcile = 'The answer was lost' WHERE id = $1", [patient.job_id]);
    const { status, body } = await bookFor(patient.patient_id);
    expect([status, body.errors]).toMatchObject([409, [{ field: "patient_id" }]]);
  });

  it("keeps the time from others while it waits", async () => {
    const { patient_id } = await create();
    await bookFor(patient_id);
    expect((await post({ patient_mrn: "MRN-2" })).status).toBe(409);
  });

  it("is 404 for a creation of another tenant, and of an EMR that the account led to before", async () => {
    const { patient_id } = await create();
    const other = await openClinic();
    expect((await bookFor(patient_id, {}, other)).status).toBe(404);
    await database.asOwner("UPDATE linked_account SET origin_version = origin_version + 1 WHERE id = $1", [
      clinic.tenant.linkedAccountId,
    ]);
    expect((await bookFor(patient_id)).status).toBe(404);
  });
});

describe("a booking in an EMR that cannot refuse overlaps", () => {
  it("is told of a double that its staff made between reading and booking", async () => {
    clinic = await openClinic({ kind: "sandbox_basic" });
    await database.asOwner(`
      CREATE OR REPLACE FUNCTION sandbox.staff_books() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
        VALUES (NEW.practice_id, 'APT-STAFF', 'appointment', NEW.starts_at, 30, NEW.provider_id, 'LOC-1', 'PAT-2', 'SCH');
        RETURN NEW; END $$;
      CREATE TRIGGER staff_books AFTER INSERT ON sandbox.appointment FOR EACH ROW WHEN (NEW.id LIKE 'APT-9%') EXECUTE FUNCTION sandbox.staff_books()`);
    try {
      const { body } = await post();
      await jobs.run(body.job_id);
      expect(await jobs.read(body.job_id)).toMatchObject({
        status: "completed",
        warnings: [
          "The appointment overlaps another visit or blocked time in the EMR, which the EMR did not refuse: one of them must move",
        ],
      });
    } finally {
      await database.asOwner("DROP TRIGGER staff_books ON sandbox.appointment; DROP FUNCTION sandbox.staff_books()");
    }
  });
});

describe("the time of a booking", () => {
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
    ["after the change has the new offset", `${SPRING}T09:00`, `${SPRING}T09:00:00-04:00`],
    ["that comes twice is the first", `${AUTUMN}T01:30`, `${AUTUMN}T01:30:00-04:00`],
    ["that comes twice is the second by its offset", `${AUTUMN}T01:30:00-05:00`, `${AUTUMN}T01:30:00-05:00`],
    ["may have the offset of Los Angeles", `${addDays(SPRING, -1)}T23:30:00-08:00`, `${SPRING}T03:30:00-04:00`],
    ["may be in UTC", `${AUTUMN}T06:30:00Z`, `${AUTUMN}T01:30:00-05:00`],
  ])("%s", async (_name, datetime, shown) => {
    const { body } = await post({ datetime });
    await jobs.run(body.job_id);
    expect(await published(body.job_id)).toMatchObject([["appointment.created", { datetime: shown }]]);
    const [visit] = await inEmr();
    expect(visit?.starts_at.toISOString()).toBe(new Date(shown).toISOString());
  });

  it("is judged by the moment, whatever its offset", async () => {
    await post({ datetime: `${AUTUMN}T01:30:00-04:00` });
    expect((await post({ datetime: `${AUTUMN}T01:30:00-05:00`, patient_mrn: "MRN-2" })).status).toBe(202);
    expect((await post({ datetime: `${AUTUMN}T01:30`, patient_mrn: "MRN-2" })).status).toBe(409);
    expect(
      (await post({ datetime: `${addDays(AUTUMN, -1)}T22:45:00-07:00`, patient_mrn: "MRN-2" })).body.overlaps,
    ).toEqual([{ datetime: `${AUTUMN}T01:30:00-04:00`, duration: 30 }]);
  });

  it("crosses midnight: it waits for jobs of both days, and takes the time of both", async () => {
    const late = await post({ datetime: `${TOMORROW}T10:00` });
    const early = await post({ datetime: `${addDays(TOMORROW, 1)}T10:00` });
    const night = await post({ datetime: `${TOMORROW}T23:45` });
    expect(await jobs.read(night.body.job_id)).toMatchObject({ waiting_for: early.body.job_id });
    await jobs.run(early.body.job_id);
    expect(await jobs.read(night.body.job_id)).toMatchObject({ waiting_for: late.body.job_id });
    const after = await post({ datetime: `${addDays(TOMORROW, 1)}T00:00`, patient_mrn: "MRN-2" });
    expect(after.body.overlaps).toEqual([{ datetime: expect.stringContaining(`${TOMORROW}T23:45:00`), duration: 30 }]);
    expect((await post({ datetime: `${addDays(TOMORROW, 1)}T00:15`, patient_mrn: "MRN-2" })).status).toBe(202);
  });
});

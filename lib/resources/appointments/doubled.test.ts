import { beforeEach, expect, it } from "vitest";
import { PATCH } from "#app/v1/appointments/[id]/route.ts";
import { GET, POST } from "#app/v1/appointments/route.ts";
import { withTenant } from "#lib/db/tenant";
import { addDays, todayIn } from "#lib/kernel/dates";
import { appointmentRow } from "#lib/testing/appointment-row";
import { call } from "#lib/testing/call";
import { openClinic } from "#lib/testing/clinic";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { signIn } from "#lib/testing/principals";
import { testDatabase } from "#lib/testing/test-database";
import { appointment } from "./table.ts";

const database = testDatabase();
let clinic: TestAccount;
const jobs = jobsOf(database, () => clinic);
const DAY = addDays(todayIn("America/New_York"), 1);

beforeEach(async () => {
  clinic = await openClinic();
});

/** Books a visit of half an hour at 14:00 with provider 102. Returns its id. */
async function book(change: Record<string, unknown> = {}, headers: Record<string, string> = clinic.headers) {
  const visit = {
    patient_mrn: "MRN-1",
    provider_ehr_id: "102",
    location_id: "LOC-1",
    appointment_type: "Office Visit",
  };
  const body = { ...visit, datetime: `${DAY}T14:00`, duration: 30, ...change };
  const accepted = (await call(POST, "POST", "/appointments", { body, headers })).body;
  await jobs.run(accepted.job_id);
  expect(await jobs.read(accepted.job_id)).toMatchObject({ status: "completed", warnings: [] });
  return accepted.appointment_id as string;
}

/** Stores what a later reading finds beside it, at a time of New York. */
async function find(id: string, time: string, given: Partial<typeof appointment.$inferInsert> = {}) {
  const [{ at } = { at: "" }] = await database.asOwner<{ at: string }>(
    "SELECT ($1::timestamp AT TIME ZONE 'America/New_York')::text AS at",
    [`${DAY}T${time}`],
  );
  const row = {
    emrAppointmentId: id,
    category: "appointment",
    status: "SCH",
    duration: 30,
    providerEhrId: "102",
  } as const;
  await withTenant(clinic.tenant, (tx) =>
    tx.insert(appointment).values(appointmentRow(clinic, { ...row, startsAt: new Date(at), ...given })),
  );
}

async function doubled(account = clinic): Promise<string[]> {
  const query = `start_date=${DAY}&end_date=${DAY}&double_booked=true&include_total=true`;
  const { body } = await call(GET, "GET", `/appointments?${query}`, { headers: account.headers });
  expect([body.message, body.total]).toEqual([undefined, body.appointments?.length]);
  return body.appointments.map(({ id }: { id: string }) => id);
}

it.each<[string, string, Partial<typeof appointment.$inferInsert>]>([
  ["another visit that begins in it", "14:20", {}],
  ["another visit that lasts into it", "13:40", {}],
  ["another visit around it", "09:00", { duration: 600 }],
  ["a blocked time of several days", "01:00", { duration: 2_880, category: "schedule_block", status: null }],
  [
    "a visit that takes the provider as the second one",
    "14:00",
    { providerEhrId: "101", secondaryProviderEhrId: "102" },
  ],
  ["a visit of a status that nobody knows", "14:00", { status: "???" }],
])("lists a visit of ours over which a reading found %s", async (_what, time, given) => {
  const id = await book();
  expect(await doubled()).toEqual([]);
  await find("STAFF-1", time, given);
  expect(await doubled()).toEqual([id]);
  expect(await doubled(await openClinic())).toEqual([]);
});

it.each<[string, string, Partial<typeof appointment.$inferInsert>]>([
  ["ends where it begins", "13:30", {}],
  ["begins where it ends", "14:30", {}],
  ["is with another provider", "14:00", { providerEhrId: "101" }],
  ["is cancelled", "14:00", { status: "CAN" }],
  ["is an open slot", "14:00", { category: "schedule_slot", status: null }],
])("lists none beside what %s", async (_what, time, given) => {
  await book();
  await find("STAFF-1", time, given);
  expect(await doubled()).toEqual([]);
});

it("lists none of ours that is cancelled, and none of visits that staff have booked over one another", async () => {
  const id = await book();
  await find("STAFF-1", "14:00");
  await find("STAFF-2", "10:00");
  await find("STAFF-3", "10:00");
  expect(await doubled()).toEqual([id]);
  await database.asOwner("UPDATE appointment SET status = 'CAN' WHERE replace(id::text, '-', '') = $1", [id]);
  expect(await doubled()).toEqual([]);
});

it("lists none that was allowed to overlap others", async () => {
  await book({ overlap: "allow" }, await signIn(clinic, "admin"));
  await find("STAFF-1", "14:00");
  expect(await doubled()).toEqual([]);
});

const changing = (id: string, body: Record<string, unknown>) =>
  call(PATCH, "PATCH", `/appointments/${id}`, { body, headers: clinic.headers, params: { id } });

it("lists one that was allowed to overlap others, and was moved since to where it is not", async () => {
  const id = await book({ overlap: "allow" }, await signIn(clinic, "admin"));
  const { body } = await changing(id, { datetime: `${DAY}T15:00` });
  await jobs.run(body.job_id);
  await find("STAFF-1", "15:15");
  expect(await doubled()).toEqual([id]);
});

/** Stores a visit that staff have booked at 10:00, in the EMR too. Returns its id. */
async function bookByStaff() {
  await find("STAFF-1", "10:00");
  await database.asOwner(
    `INSERT INTO sandbox.appointment (practice_id, id, category, starts_at, duration_minutes, provider_id, location_id, patient_id, status)
     SELECT linked_account_id, emr_appointment_id, category, starts_at, duration, provider_ehr_id, 'LOC-1', 'PAT-2', status
     FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'STAFF-1'`,
    [clinic.tenant.linkedAccountId],
  );
  const [staffs] = await database.asOwner<{ id: string }>(
    "SELECT replace(id::text, '-', '') AS id FROM appointment WHERE linked_account_id = $1 AND emr_appointment_id = 'STAFF-1'",
    [clinic.tenant.linkedAccountId],
  );
  return staffs?.id ?? "";
}

it("lists a visit of staff that was moved here and booked over later", async () => {
  const id = await bookByStaff();
  const { body } = await changing(id, { datetime: `${DAY}T11:00` });
  await find("STAFF-2", "11:15");
  expect(await doubled()).toEqual([]);
  await database.asOwner("DELETE FROM appointment WHERE emr_appointment_id = 'STAFF-2'");
  await jobs.run(body.job_id);
  expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
  await find("STAFF-2", "11:15");
  expect(await doubled()).toEqual([id]);
});

it("lists no visit of staff of which something else than its time was changed here", async () => {
  const id = await bookByStaff();
  const { body } = await changing(id, { reason: "Cough" });
  await jobs.run(body.job_id);
  expect(await jobs.read(body.job_id)).toMatchObject({ status: "completed" });
  await find("STAFF-2", "10:15");
  expect(await doubled()).toEqual([]);
});

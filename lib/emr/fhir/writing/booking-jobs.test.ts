import type { Appointment, Slot } from "fhir/r4";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PATCH as CHANGE } from "#app/v1/appointments/[id]/route.ts";
import { POST as BOOK } from "#app/v1/appointments/route.ts";
import { POST as CANCEL } from "#app/v1/jobs/[job_id]/cancel/route.ts";
import { addDays, todayIn } from "#lib/kernel/dates";
import { forgetSingleton } from "#lib/kernel/singleton";
import { call } from "#lib/testing/call";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { jobsOf } from "#lib/testing/jobs";
import type { TestAccount } from "#lib/testing/linked-account";
import { testDatabase } from "#lib/testing/test-database";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

const excerpt = excerptOf(clinicResources(new Date()), { PractitionerRole: 10, Patient: 2, Appointment: 1 });
const STARTS_AT = `${addDays(todayIn("UTC"), 40)}T15:00:00.000Z`;

let server: MedplumServer;
let front: FaultyFront;
let clinic: TestAccount;
let asked: Record<string, unknown>;
const jobs = jobsOf(database, () => clinic);

async function start(habits: object): Promise<void> {
  server = await startMedplum({ transactions: "refused", ...habits });
  await server.load(excerpt);
  front = await startFaultyFront(server.origin);
  clinic = await linkClinic(database.asOwner, server, { through: server.baseUrl.replace(server.origin, front.origin) });
  const [found] = await database.asOwner<Record<"patient_mrn" | "provider_ehr_id" | "location_id", string>>(
    `SELECT (SELECT min(mrn) FROM patient WHERE linked_account_id = $1) AS patient_mrn,
     (SELECT min(ehr_id) FROM provider WHERE linked_account_id = $1 AND status = 'active') AS provider_ehr_id,
     (SELECT min(emr_id) FROM location WHERE linked_account_id = $1) AS location_id`,
    [clinic.tenant.linkedAccountId],
  );
  asked = { ...found, appointment_type: "Routine appointment", datetime: STARTS_AT, duration: 30 };
  await server.load([
    { resourceType: "Schedule", id: "schedule-1", actor: [{ reference: `Practitioner/${found?.provider_ehr_id}` }] },
    {
      resourceType: "Slot",
      id: "slot-1",
      schedule: { reference: "Schedule/schedule-1" },
      status: "free",
      start: STARTS_AT,
      end: new Date(Date.parse(STARTS_AT) + 1_800_000).toISOString(),
    },
  ]);
}

const stop = () => Promise.all([front.stop(), server.stop()]);

beforeEach(() => start({}));
afterEach(stop);

const slotStatus = async (id = "slot-1") => (await server.held<Slot>("Slot")).find((slot) => slot.id === id)?.status;
const visits = async () =>
  (await server.held<Appointment>("Appointment")).filter(
    ({ start }) => Date.parse(start ?? "") === Date.parse(STARTS_AT),
  );

/** Accepts the booking, whose Appointment never reaches the server. */
async function acceptLost(): Promise<number> {
  const { body } = await call(BOOK, "POST", "/appointments", { body: asked, headers: clinic.headers });
  front.endOf = (method) => (method === "POST" ? "lost" : "answered");
  return body.job_id;
}

async function untilFailed(jobId: number): Promise<void> {
  for (let attempts = 1; (await jobs.read(jobId)).status === "queued" && attempts < 12; attempts++) {
    await jobs.due(jobId);
    await jobs.run(jobId);
  }
  expect(await jobs.read(jobId)).toMatchObject({ status: "failed" });
}

it("holds its open time while its end is unknown, and opens it before it fails for good", async () => {
  const jobId = await acceptLost();
  await jobs.run(jobId);
  expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
  expect(await slotStatus()).toBe("busy-tentative");
  await untilFailed(jobId);
  expect([await slotStatus(), await visits()]).toEqual(["free", []]);
});

it("opens its open time before it is cancelled by a person", async () => {
  const jobId = await acceptLost();
  await jobs.run(jobId);
  const params = { job_id: String(jobId) };
  const { status } = await call(CANCEL, "POST", `/jobs/${jobId}/cancel`, { headers: clinic.headers, params });
  expect([status, (await jobs.read(jobId)).status]).toEqual([202, "cancelled"]);
  expect([await slotStatus(), await visits()]).toEqual(["free", []]);
});

it("stays in doubt as long as its open time cannot be opened again", async () => {
  const jobId = await acceptLost();
  await jobs.run(jobId);
  front.endOf = () => "lost";
  const params = { job_id: String(jobId) };
  const { status } = await call(CANCEL, "POST", `/jobs/${jobId}/cancel`, { headers: clinic.headers, params });
  expect([status, await slotStatus()]).toEqual([409, "busy-tentative"]);
  front.endOf = () => "answered";
  await jobs.due(jobId);
  await jobs.run(jobId);
  expect(await jobs.read(jobId)).toMatchObject({ status: "completed", warnings: [] });
  expect([await slotStatus(), (await visits()).length]).toEqual(["busy", 1]);
});

describe.each([
  ["keeps the keys of changes", {}],
  ["is read back", { ifNoneExist: "ignored" }],
])("a move in a server that %s", (_which, habits) => {
  const MOVED_TO = STARTS_AT.replace("T15:00", "T17:00");
  let jobId: number;

  beforeEach(async () => {
    await stop();
    await start(habits);
    const booked = await call(BOOK, "POST", "/appointments", { body: asked, headers: clinic.headers });
    await jobs.run(booked.body.job_id);
    const [slot] = (await server.held<Slot>("Slot")).filter(({ id }) => id === "slot-1");
    const end = new Date(Date.parse(MOVED_TO) + 1_800_000).toISOString();
    await server.load([
      { resourceType: "Slot", id: "slot-2", schedule: slot?.schedule ?? {}, status: "free", start: MOVED_TO, end },
    ]);
    const params = { id: booked.body.appointment_id };
    const request = { body: { datetime: MOVED_TO }, headers: clinic.headers, params };
    const moved = await call(CHANGE, "PATCH", `/appointments/${params.id}`, request);
    jobId = moved.body.job_id;
  });

  const slots = async () => [await slotStatus("slot-1"), await slotStatus("slot-2")];

  const lose = (how: "lost" | "cut") => {
    front.endOf = (method, path) => (method !== "GET" && path.includes("/Appointment/") ? how : "answered");
  };

  it("holds its new time while its end is unknown, and opens it before it fails for good", {
    tags: "long",
  }, async () => {
    lose("lost");
    await jobs.run(jobId);
    expect(await jobs.read(jobId)).toMatchObject({ status: "queued", ambiguous: true });
    expect(await slots()).toEqual(["busy", "busy-tentative"]);
    await untilFailed(jobId);
    expect([await slots(), (await visits()).length]).toEqual([["busy", "free"], 1]);
  });

  it("whose answer was lost is completed, and its new time is taken for good", { tags: "long" }, async () => {
    lose("cut");
    await jobs.run(jobId);
    front.endOf = () => "answered";
    if ((await jobs.read(jobId)).status === "queued") {
      await jobs.due(jobId);
      await jobs.run(jobId);
    }
    expect(await jobs.read(jobId)).toMatchObject({ status: "completed" });
    expect([(await slots())[1], (await visits()).length]).toEqual(["busy", 0]);
  });
});

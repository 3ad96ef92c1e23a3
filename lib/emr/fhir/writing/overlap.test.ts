/** @module-tag long */

import type { Appointment, FhirResource, Slot } from "fhir/r4";
import { afterEach, beforeAll, expect, it } from "vitest";
import { addDays, todayIn } from "#lib/kernel/dates";
import { forgetSingleton } from "#lib/kernel/singleton";
import { fixedNumbers } from "#lib/testing/cut-jobs";
import { type FaultyFront, type RequestEnd, startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import type { FhirHabits } from "#lib/testing/fhir/habits";
import { linkClinic } from "#lib/testing/fhir/linked-clinic";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { replacedWorkers } from "#lib/testing/replaced-worker";
import { sendFromProcesses } from "#lib/testing/schedule-callers";
import { testDatabase } from "#lib/testing/test-database";
import { until } from "#lib/testing/worker-process";

process.env.SEED = "demo";
const database = testDatabase();
beforeAll(() => forgetSingleton("environment"));

const PROCESSES = 4;
const ASKED_EACH = 5;
const VISIT_MS = 1_800_000;
/** Times that the EMR's own staff book before our jobs run. */
const OF_STAFF = 4;

const DAYS = [40, 41, 42, 43, 44].map((ahead) => addDays(todayIn("UTC"), ahead));
const SLOTS = DAYS.flatMap((day) =>
  ["14:00", "14:30", "15:00", "15:30", "16:00", "16:30", "17:00", "17:30"].map((time) => `${day}T${time}:00.000Z`),
);
const endOf = (start: string): string => new Date(Date.parse(start) + VISIT_MS).toISOString();

const clinic = excerptOf(clinicResources(new Date()), { PractitionerRole: 10, Patient: 3, Appointment: 3 });

let server: MedplumServer;
let front: FaultyFront;
const workers = replacedWorkers(database.asOwner);
afterEach(async () => {
  await workers.stopAll();
  await Promise.all([front.stop(), server.stop()]);
});

const openTimesOf = (practitioner: string): FhirResource[] => [
  { resourceType: "Schedule", id: "schedule-1", actor: [{ reference: `Practitioner/${practitioner}` }] },
  ...SLOTS.map(
    (start, place): Slot => ({
      resourceType: "Slot",
      id: `slot-${place}`,
      schedule: { reference: "Schedule/schedule-1" },
      status: "free",
      start,
      end: endOf(start),
    }),
  ),
];

/** Books the first times as the EMR's own staff do, unseen by us. */
async function bookAsStaff(practitioner: string): Promise<void> {
  for (const [place, start] of SLOTS.slice(0, OF_STAFF).entries()) {
    const slot = (await server.held<Slot>("Slot")).find(({ id }) => id === `slot-${place}`);
    if (!slot) throw new Error("The slot is gone");
    const { meta: _old, ...kept } = slot;
    const visit: Appointment = {
      resourceType: "Appointment",
      id: `staff-${place}`,
      status: "booked",
      start,
      end: endOf(start),
      slot: [{ reference: `Slot/${slot.id}` }],
      participant: [{ actor: { reference: `Practitioner/${practitioner}` }, status: "accepted" }],
    };
    await server.load([{ ...kept, status: "busy" }, visit]);
  }
}

/** Times that are taken in the EMR at the end. */
it.each<[string, Partial<FhirHabits>, { taken: number }]>([
  ["takes an open time and its visit together", {}, { taken: SLOTS.length }],
  [
    "does neither transactions nor conditions",
    { transactions: "refused", ifNoneExist: "ignored" },
    { taken: SLOTS.length },
  ],
])(
  "books each of 40 open times once, of 200 requests of four processes, with faults, cut answers, a kill and bookings of its own staff, in a FHIR server that %s",
  async (_name, habits, { taken }) => {
    server = await startMedplum(habits);
    await server.load(clinic);
    front = await startFaultyFront(server.origin);
    const through = server.baseUrl.replace(server.origin, front.origin);
    const account = await linkClinic(database.asOwner, server, { through });
    const of = [account.tenant.linkedAccountId];
    const [found] = await database.asOwner<{ mrn: string; provider: string; location: string }>(
      `SELECT (SELECT min(mrn) FROM patient WHERE linked_account_id = $1) AS mrn,
       (SELECT min(ehr_id) FROM provider WHERE linked_account_id = $1 AND status = 'active') AS provider,
       (SELECT min(emr_id) FROM location WHERE linked_account_id = $1) AS location`,
      of,
    );
    if (!found) throw new Error("The clinic has no records");
    await server.load(openTimesOf(found.provider));
    const requests = SLOTS.flatMap((datetime) =>
      Array.from({ length: ASKED_EACH }, () => ({
        body: {
          patient_mrn: found.mrn,
          provider_ehr_id: found.provider,
          location_id: found.location,
          appointment_type: "Routine appointment",
          datetime,
          duration: VISIT_MS / 60_000,
        },
      })),
    );
    const next = fixedNumbers();
    front.endOf = (): RequestEnd => (["lost", "failed", "cut"] as const)[Math.floor(next() * 100)] ?? "answered";
    const answers = await sendFromProcesses(account.headers, requests, PROCESSES);
    const accepted = answers.filter(({ status }) => status === 202);
    const losers = answers.filter(({ status }) => status !== 202);
    expect(accepted).toHaveLength(SLOTS.length);
    expect(losers.map(({ status, body }) => [status, body.overlaps?.length])).toEqual(losers.map(() => [409, 1]));
    await bookAsStaff(found.provider);
    await workers.replace(await workers.start());
    const open = () => database.asOwner("SELECT FROM job WHERE status IN ('queued', 'running')");
    await until(async () => (await open()).length === 0, 240_000);
    const outcomes = await database.asOwner<{ status: string; jobs: number }>(
      "SELECT status, count(*)::integer AS jobs FROM job WHERE linked_account_id = $1 GROUP BY status ORDER BY status",
      of,
    );
    expect(outcomes).toEqual([
      { status: "completed", jobs: SLOTS.length - OF_STAFF },
      { status: "failed", jobs: OF_STAFF },
    ]);
    const reasons = await database.asOwner<{ code: string }>(
      `SELECT envelope #>> '{data,reasons,0,code}' AS code FROM event
     WHERE linked_account_id = $1 AND type = 'appointment.failed'`,
      of,
    );
    expect(reasons).toEqual(Array.from({ length: OF_STAFF }, () => ({ code: "overlap" })));
    const visits = await server.held<Appointment>("Appointment");
    const at = (start: string) => visits.filter((visit) => Date.parse(visit.start ?? "") === Date.parse(start));
    expect(SLOTS.map((start) => at(start).length)).toEqual(SLOTS.map(() => 1));
    const slots = await server.held<Slot>("Slot");
    expect(slots.filter(({ status }) => status !== "free").length).toBeGreaterThanOrEqual(taken);
  },
);

import { afterEach, beforeEach, expect, it } from "vitest";
import type { EmrSchedule } from "#lib/emr/port/port";
import { jane, MRN } from "#lib/testing/fhir/jane";
import { type MedplumServer, startMedplum } from "#lib/testing/fhir/medplum";
import { loadAny, readAllIds, readFrom, readWhole } from "#lib/testing/fhir/read-from";

const now = AbortSignal.timeout(30_000);

let server: MedplumServer;
beforeEach(async () => {
  server = await startMedplum();
});
afterEach(() => server.stop());

const load = (...resources: object[]) => loadAny(server, resources);
const open = (options: Parameters<typeof readFrom>[1] = {}) => readFrom(server.baseUrl, options);

it("maps appointments, whatever form their times and references have", async () => {
  const appointment = {
    resourceType: "Appointment",
    status: "booked",
    start: "2026-03-05T09:00:00-08:00",
    end: "2026-03-05T09:20:00-08:00",
    participant: [
      { actor: { reference: "Patient/P1" }, status: "accepted" },
      { actor: { reference: "Practitioner/D2" }, status: "declined" },
      { actor: { reference: "Practitioner/D3" }, status: "accepted" },
      {
        actor: { reference: "PractitionerRole/R1" },
        status: "accepted",
        type: [{ coding: [{ code: "PPRF" }] }],
      },
      { actor: { reference: "Location/L1" }, status: "accepted" },
    ],
  };
  await load(
    { resourceType: "PractitionerRole", id: "R1", practitioner: { reference: "Practitioner/D1" } },
    { ...jane, id: "P9", identifier: [{ system: MRN, value: "M-9" }] },
    {
      ...appointment,
      id: "A1",
      created: "2026-03",
      appointmentType: { text: "Checkup" },
      reasonCode: [{ text: "Cough" }, { coding: [{ code: "R06", display: "Wheeze" }] }],
      comment: "Bring papers",
    },
    { ...appointment, id: "A2", start: "2026-03-05T09:00:00", end: undefined, minutesDuration: 45 },
    { ...appointment, id: "A3", start: "2026-03-05T22:30:00.5+0530", status: "arrived" },
    { ...appointment, id: "A4", start: "2026-07-05T09:00" },
    {
      ...appointment,
      id: "A5",
      contained: [{ resourceType: "PractitionerRole", id: "x", practitioner: { reference: "Practitioner/D1" } }],
      participant: [
        { actor: { reference: `${server.baseUrl}/Location/L1/_history/2` } },
        { actor: { type: "Patient", identifier: { system: MRN, value: "M-9" } } },
        { actor: { reference: "#x" } },
      ],
    },
    { ...appointment, id: "A6", status: "waitlist", start: undefined },
    { ...appointment, id: "A7", status: "entered-in-error" },
    { ...appointment, id: "A8", start: "2026-03-05" },
    { ...appointment, id: "A9", participant: [{ actor: { reference: "https://other.example/Practitioner/D1" } }] },
    { ...appointment, id: "B1", participant: "nobody", meta: null },
  );
  const reads = open({ findings: { identifier_search: "works" } });
  const { records, faulty } = await readWhole(reads, "appointments");
  expect(records[0]).toEqual({
    emrAppointmentId: "A1",
    category: "appointment",
    startsAt: "2026-03-05T17:00:00.000Z",
    duration: 20,
    status: "booked",
    reason: "Cough; Wheeze",
    note: "Bring papers",
    progressNote: null,
    locationEmrId: "L1",
    blockLabel: null,
    blockColor: null,
    appointmentType: "Checkup",
    appointmentMode: null,
    complaintType: null,
    providerEhrId: "D1",
    secondaryProviderEhrId: "D3",
    patientEhrId: "P1",
    insurances: [],
    diagnoses: [],
    medications: [],
    createdAt: "2026-03-01T08:00:00.000Z",
  });
  expect(
    records.slice(1).map(({ emrAppointmentId, startsAt, duration }) => [emrAppointmentId, startsAt, duration]),
  ).toEqual([
    ["A2", "2026-03-05T17:00:00.000Z", 45],
    ["A3", "2026-03-05T17:00:00.500Z", 20],
    ["A4", "2026-07-05T16:00:00.000Z", 0],
    ["A5", "2026-03-05T17:00:00.000Z", 20],
  ]);
  expect(records[4]).toMatchObject({ providerEhrId: "D1", patientEhrId: "P9", locationEmrId: "L1" });
  expect(faulty.map(({ ehrId, reason }) => ({ ehrId, reason }))).toEqual([
    { ehrId: "A8", reason: "The appointment has no time at which it starts" },
    { ehrId: "A9", reason: "The appointment names no practitioner of this server" },
    { ehrId: "B1", reason: "The appointment names no practitioner of this server" },
  ]);
  expect(await reads.readAppointment("A1", now)).toEqual(records[0]);
  expect(await reads.readAppointment("A7", now)).toBeNull();
  expect(await reads.readAppointment("none", now)).toBeNull();
  await expect(reads.readAppointment("A8", now)).rejects.toMatchObject({ kind: "passing" });
});

it("shows free and blocked slots of practitioners beside the appointments, under ids that cannot be the same", async () => {
  const slot = { resourceType: "Slot", start: "2026-03-05T17:00:00Z", end: "2026-03-05T17:30:00Z" };
  const schedule = { reference: "Schedule/S1" };
  await load(
    {
      resourceType: "Schedule",
      id: "S1",
      actor: [{ reference: "Practitioner/D1" }, { reference: "Location/L1" }],
    },
    { resourceType: "Schedule", id: "S2", actor: [{ reference: "Location/L1" }] },
    { resourceType: "Schedule", id: "S3", active: false, actor: [{ reference: "Practitioner/D1" }] },
    { ...slot, id: "1", schedule, status: "free", serviceType: [{ text: "Checkup" }] },
    { ...slot, id: "2", schedule, status: "busy-unavailable", comment: "Lunch" },
    { ...slot, id: "3", schedule, status: "busy" },
    { ...slot, id: "4", schedule: { reference: "Schedule/S2" }, status: "free" },
    { ...slot, id: "5", schedule: { reference: "Schedule/S3" }, status: "free" },
    { ...slot, id: "6", schedule: { reference: "Schedule/none" }, status: "free" },
    { ...slot, id: "7", schedule, status: "free", start: "soon" },
    {
      resourceType: "Appointment",
      id: "1",
      status: "booked",
      start: slot.start,
      participant: [{ actor: { reference: "Practitioner/D1" } }],
    },
  );
  const reads = open();
  const { records, faulty } = await readWhole(reads, "appointments");
  expect(records).toMatchObject([
    { emrAppointmentId: "1", category: "appointment" },
    {
      emrAppointmentId: "Slot/1",
      category: "schedule_slot",
      providerEhrId: "D1",
      locationEmrId: "L1",
      duration: 30,
      appointmentType: "Checkup",
      status: null,
      patientEhrId: null,
    },
    { emrAppointmentId: "Slot/2", category: "schedule_block", blockLabel: "Lunch" },
  ]);
  const unread = { ehrId: "Slot/7", reason: "The slot has no time at which it starts" };
  expect(faulty).toEqual([unread]);
  expect((await readAllIds(reads, "appointments")).toSorted()).toEqual(["1", "Slot/1", "Slot/2", "Slot/7"]);
  expect(await reads.readAppointment("Slot/1", now)).toEqual(records[1]);
  expect(await reads.listAppointments({ providerEhrId: "D1" }, now)).toEqual({
    appointments: records,
    within: null,
    faulty: [unread],
    partial: true,
  });
  expect(await reads.listAppointments({ providerEhrId: "D2" }, now)).toEqual({
    appointments: [],
    within: null,
    faulty: [unread],
    partial: true,
  });
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

/** Loads an appointment and a free slot for each of these days from today. */
const loadDays = (...days: number[]) =>
  load(
    { resourceType: "Schedule", id: "S1", actor: [{ reference: "Practitioner/D1" }] },
    ...days.flatMap((day) => [
      {
        resourceType: "Appointment",
        id: `A${day}`,
        status: "booked",
        start: inDays(day),
        participant: [{ actor: { reference: "Practitioner/D1" } }],
      },
      {
        resourceType: "Slot",
        id: `S${day}`,
        status: "free",
        start: inDays(day),
        schedule: { reference: "Schedule/S1" },
      },
    ]),
  );

const idsOf = ({ appointments }: EmrSchedule) =>
  appointments.map(({ emrAppointmentId }) => emrAppointmentId).toSorted();

it("reads the days around today of a provider's schedule from a server that searches by day", async () => {
  await loadDays(-1_000, -30, 0, 30, 1_000);
  const reads = open({ findings: { day_search: "works" } });
  const near = await reads.listAppointments({ providerEhrId: "D1" }, now);
  expect(idsOf(near)).toEqual(["A-30", "A0", "A30", "Slot/S-30", "Slot/S0", "Slot/S30"]);
  const { from = "", to = "" } = near.within ?? {};
  expect([from < inDays(-180), from > inDays(-190), to > inDays(360), to < inDays(370)]).toEqual(Array(4).fill(true));
  expect(idsOf(await reads.listAppointments({ providerEhrId: "D2" }, now))).toEqual([]);
});

it("reads a provider's whole schedule from a server that refuses a search by day, as it did not when it was probed", async () => {
  await loadDays(-1_000, 0);
  server.habits.parameters = { date: "refused" };
  const reads = open({ findings: { day_search: "works" } });
  const whole = await reads.listAppointments({ providerEhrId: "D1" }, now);
  expect([idsOf(whole), whole.within]).toEqual([["A-1000", "A0", "Slot/S-1000", "Slot/S0"], null]);
});

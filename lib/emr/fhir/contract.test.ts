/** @module-tag long */

import { afterAll, beforeAll } from "vitest";
import { connectorOf } from "#lib/emr/connect";
import type { Capability } from "#lib/emr/port/capability";
import type { Profile } from "#lib/emr/port/profile";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { connectorContract } from "#lib/testing/emr-contract/contract";
import type { ContractSubject } from "#lib/testing/emr-contract/subject";
import { emrTask } from "#lib/testing/emr-writes";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import { clinicResources, excerptOf } from "#lib/testing/fhir/clinic/clinic";
import { CLINIC_TIMEZONE } from "#lib/testing/fhir/clinic/plan";
import { clinicConnection } from "#lib/testing/fhir/linked-clinic";
import { startMedplum } from "#lib/testing/fhir/medplum";
import { startReplayServer } from "#lib/testing/fhir/replay/replay-server";
import type { TestFhirServer } from "#lib/testing/fhir/server";
import { hasKey } from "./job-key.ts";
import { WRITTEN } from "./writing/find-write.ts";

process.env.SEED = "demo";
beforeAll(() => forgetSingleton("environment"));

const never = new AbortController().signal;
const LOADED_MS = Date.parse("2026-03-02T08:00:00.123Z");
const connector = connectorOf("fhir");

const clinic = excerptOf(clinicResources(new Date()), {
  PractitionerRole: 12,
  Patient: 3,
  Slot: 2,
  Appointment: 3,
  ServiceRequest: 2,
  DocumentReference: 2,
  Coverage: 1,
});
const countOf = (type: string) => clinic.filter(({ resourceType }) => resourceType === type).length;
const idOf = (type: string) => clinic.find(({ resourceType }) => resourceType === type)?.id ?? "";

const patientEhrId = idOf("Patient");
/** A visit that takes place. */
const movedId =
  clinic.find((each) => each.resourceType === "Appointment" && !["cancelled", "noshow"].includes(each.status))?.id ??
  "";
const [referralId, appointmentId] = [idOf("ServiceRequest"), idOf("Appointment")];

const writes: ContractSubject["writes"] = {
  patient_notes: async (emr, options) => {
    const note = { patientEhrId, subject: "Call", note: "Feels better", locationEmrId: null, categoryIds: [] };
    return (await emr.createPatientNote(note, options)).emrNoteId;
  },
  visit_notes: async (emr, options) => {
    const note = { emrAppointmentId: appointmentId, patientEhrId, subject: "Follow-up", note: "Lungs clear" };
    return (await emr.createVisitNote(note, options)).emrNoteId;
  },
  orders: async (emr, options) => {
    const order = {
      patientEhrId,
      type: "lab" as const,
      itemIds: ["LAB-1"],
      providerEhrId: null,
      priority: "routine" as const,
      notes: null,
    };
    return (await emr.createOrder(order, options)).emrOrderId;
  },
  messages: async (emr, options) => {
    const message = { providerEhrId: idOf("Practitioner"), subject: "Hello", message: "A question" };
    return (await emr.sendMessage(message, options)).emrMessageId;
  },
  tasks: async (emr, options) => (await emr.createTask({ ...emrTask, patientEhrId }, options)).emrTaskId,
  referrals: async (emr, options) => {
    const referral = {
      patientEhrId,
      reason: "Chest pain",
      direction: "outgoing" as const,
      referringProviderEhrId: null,
    };
    return (await emr.createReferral(referral, options)).ehrId;
  },
  appointments: async (emr, options) => {
    await emr.updateAppointmentStatus({ emrAppointmentId: appointmentId, status: "arrived" }, options);
    return appointmentId;
  },
  patients: async (emr, options) => {
    const person = {
      firstName: "Ada",
      middleName: "May",
      lastName: "Nowak",
      suffix: null,
      dob: "1984-05-06",
      gender: "female",
      phone: "555-010-2030",
      mobilePhone: "555-010-2031",
      email: "ada@example.com",
      address: { street: "1 Main Street", city: "Albany", state: "NY", zip: "12207" },
      preferredLanguage: "es",
      emergencyContact: { name: "Jan Nowak", relationship: "Brother", phone: "555-010-2032" },
    };
    return (await emr.createPatient(person, options)).ehrId;
  },
  patient_changes: async (emr, options) =>
    (await emr.updatePatient(patientEhrId, { phone: "555-010-2040" }, options)).ehrId,
  insurances: async (emr, options) => {
    const insurance = {
      patientEhrId,
      payerId: null,
      payerName: "Blue Shield",
      memberId: "BSX 1",
      groupNumber: "G-1",
      priority: 2,
      relationship: "spouse" as const,
      subscriber: "Luis Ávila",
    };
    return (await emr.createInsurance(insurance, options)).emrInsuranceId;
  },
  documents: async (emr, options) => {
    const content = Buffer.from("%PDF-1.4 a letter");
    const document = {
      patientEhrId,
      referralEhrId: null,
      fileName: "letter.pdf",
      mimeType: "application/pdf",
      size: content.byteLength,
      sha256: "0".repeat(64),
      category: "Letter",
      description: null,
      async *parts() {
        yield content;
      },
    };
    return (await emr.createDocument(document, options)).emrDocumentId;
  },
  bookings: async (emr, options) => {
    const booking = {
      patientEhrId,
      providerEhrId: idOf("Practitioner"),
      secondaryProviderEhrId: null,
      locationEmrId: idOf("Location"),
      startsAt: "2031-03-03T14:00:00.000Z",
      duration: 30,
      visitType: { id: "https://lakeside-clinic.example/visit-type|follow-up|Follow-up", name: "Follow-up" },
      appointmentMode: null,
      reason: "Blood pressure",
      note: null,
      mayOverlap: false,
    };
    return (await emr.bookAppointment(booking, options)).emrAppointmentId;
  },
  moves: async (emr, options) => {
    const startsAt = "2031-03-04T14:00:00.000Z";
    await emr.changeAppointment({ emrAppointmentId: movedId, startsAt, duration: 45 }, options);
    return movedId;
  },
  cancellations: async (emr, options) => {
    await emr.cancelAppointment({ emrAppointmentId: movedId, reason: "Patient called" }, options);
    return movedId;
  },
};

let running: { server: TestFhirServer; front: FaultyFront } | null = null;

async function stop(): Promise<void> {
  await Promise.all([running?.front.stop(), running?.server.stop()]);
  running = null;
}
afterAll(stop);

const profiles = new Map<string, Profile | null>();

/** Probes the server of a subject once, also by writes. */
async function profileOf(name: string, connection: Record<string, unknown>): Promise<Profile | null> {
  const known = profiles.get(name);
  if (known) return known;
  const found = (await connector.probe?.(connection, { writeProbes: true, signal: never })) ?? null;
  profiles.set(name, found);
  return found;
}

/** Returns a subject whose server stands behind a proxy that adds the faults; the server of the test before is stopped. */
async function makeSubject(
  name: string,
  start: () => Promise<TestFhirServer>,
  lacking: readonly Capability[] = [],
): Promise<ContractSubject> {
  await stop();
  const server = await start();
  // Changed at moments of their own: pages that are asked for by them then depend on no tick of the clock.
  await server.load(
    clinic.map((resource, index) => ({
      ...resource,
      meta: { lastUpdated: new Date(LOADED_MS + index * 1_007).toISOString() },
    })),
  );
  const front = await startFaultyFront(server.origin);
  running = { server, front };
  const { pathname } = new URL(server.baseUrl);
  const connectionTo = (origin: string) => clinicConnection(`${origin}${pathname}`);
  const profile = await profileOf(name, connectionTo(server.origin));
  const connection = connector.connection?.parse(connectionTo(front.origin));
  const account = {
    id: newId(),
    organizationId: newId(),
    name: "Lakeside",
    emrType: "fhir",
    timezone: CLINIC_TIMEZONE,
  };
  return {
    open: (calls) => connector.open({ ...account, connection: connectionTo(front.origin), profile }, connection, calls),
    holds: {
      settings: 1,
      visit_types: 5,
      locations: countOf("Location"),
      providers: 9,
      staff: 3,
      referring_providers: 1,
      patients: countOf("Patient"),
      appointments: countOf("Appointment") + countOf("Slot"),
      referrals: countOf("ServiceRequest"),
      documents: countOf("DocumentReference"),
    },
    writes: Object.fromEntries(Object.entries(writes).filter(([each]) => !lacking.some((one) => one === each))),
    refused: (emr, options) => emr.updateReferral(`${referralId}-none`, { priority: "stat" }, options),
    async done(keys) {
      const held = await Promise.all(WRITTEN.map((type) => server.held(type)));
      return held.flat().filter((resource) => keys.some((key) => hasKey(resource, key))).length;
    },
    async outage(on) {
      front.out = on;
    },
    async cutAnswers(on) {
      front.cuts = on;
    },
    async limit(calls) {
      front.limit(calls);
    },
  };
}

for (const ifNoneExist of ["works", "ignored"] as const) {
  const name = `fhir before Medplum's router, If-None-Exist ${ifNoneExist}`;
  connectorContract(name, () => makeSubject(name, () => startMedplum({ ifNoneExist, maxPageSize: 4 })));
}

for (const conditionalCreate of [true, false]) {
  const name = `fhir before a simple server, conditional create ${conditionalCreate ? "on" : "off"}`;
  connectorContract(name, () =>
    makeSubject(
      name,
      () => startReplayServer({ conditionalCreate, pageSize: 10, oneBound: !conditionalCreate }),
      // Without two bounds in a search it shows no day.
      conditionalCreate ? [] : ["bookings", "moves"],
    ),
  );
}

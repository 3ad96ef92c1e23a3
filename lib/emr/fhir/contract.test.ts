/** @module-tag long */

import { afterAll, beforeAll } from "vitest";
import { connectorOf } from "#lib/emr/connect";
import type { Capability } from "#lib/emr/port/capability";
import type { Profile } from "#lib/emr/port/profile";
import { newId } from "#lib/kernel/id";
import { forgetSingleton } from "#lib/kernel/singleton";
import { connectorContract } from "#lib/testing/emr-contract/contract";
import { portWrites } from "#lib/testing/emr-contract/port-writes";
import type { ContractSubject } from "#lib/testing/emr-contract/subject";
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

const isExpected = (each: (typeof clinic)[number]) =>
  each.resourceType === "Appointment" && !["cancelled", "noshow"].includes(each.status);

const RECORDS = {
  patientEhrId: idOf("Patient"),
  providerEhrId: idOf("Practitioner"),
  locationEmrId: idOf("Location"),
  emrAppointmentId: clinic.find(isExpected)?.id ?? "",
  status: "arrived",
  visitType: { id: "https://lakeside-clinic.example/visit-type|follow-up|Follow-up", name: "Follow-up" },
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
    writes: portWrites(RECORDS, new Set([...connector.capabilities].filter((name) => !lacking.includes(name)))),
    refused: (emr, options) => emr.updateReferral(`${idOf("ServiceRequest")}-none`, { priority: "stat" }, options),
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

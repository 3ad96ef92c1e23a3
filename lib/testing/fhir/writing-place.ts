import type { FhirResource } from "fhir/r4";
import { LOOPBACK } from "#lib/egress/addresses";
import { type EmrRequest, type EmrResponse, emrClient } from "#lib/egress/emr-client";
import { noAuthorization } from "#lib/emr/fhir/authorization";
import { type FhirConnection, fhirConnection } from "#lib/emr/fhir/connection";
import type { FhirContext } from "#lib/emr/fhir/context";
import { type FhirFindings, type FindingName, fhirFindings } from "#lib/emr/fhir/findings";
import { readingOf } from "#lib/emr/fhir/reading/reading";
import { fhirServer } from "#lib/emr/fhir/server";
import { writingOf } from "#lib/emr/fhir/writing/writing";
import { type FaultyFront, startFaultyFront } from "#lib/testing/faulty-front";
import type { FhirHabits } from "./habits.ts";
import { type MedplumServer, startMedplum } from "./medplum.ts";

/** One call of the server by the connector. */
export interface PlacedCall extends EmrRequest {
  address: string;
}

/** A FHIR server with a few records, to which a test writes through the connector. */
export interface WritingPlace {
  server: MedplumServer;
  front: FaultyFront;
  /** Runs before a call reaches the server: what another does meanwhile. */
  before(call: PlacedCall): Promise<unknown>;
  /** Returns the answer in place of the server's, for faults that the server cannot produce. */
  answered(call: PlacedCall, answer: EmrResponse): EmrResponse;
  /** Findings that the connector reported as contradicted. */
  contradicted: FindingName[];
  open(findings: Partial<FhirFindings>, connection?: Partial<FhirConnection>): ReturnType<typeof writingOf>;
  stop(): Promise<void>;
}

/** Findings of a server whose writes have the full guarantee. */
export const FULL: Partial<FhirFindings> = {
  if_none_exist: "works",
  if_match: "weak",
  identifier_search: "works",
  visit_identifier_search: "works",
  day_search: "works",
  birthdate_search: "works",
  coverage_identifier_search: "works",
  coverage_patient_search: "works",
  readable: ["Patient", "ServiceRequest", "DocumentReference", "Communication", "Task", "Appointment", "Coverage"],
};

export const A_REFERRAL = {
  resourceType: "ServiceRequest",
  id: "referral-1",
  status: "active",
  intent: "order",
  priority: "routine",
  subject: { reference: "Patient/patient-1" },
  reasonCode: [{ text: "Back pain" }],
  note: [{ text: "Please see soon." }],
  text: { status: "generated", div: '<div xmlns="http://www.w3.org/1999/xhtml">active</div>' },
  identifier: [{ system: "https://ehr.example/referrals", value: "R-1" }],
  patientInstruction: "Bring your pictures.",
} as const satisfies FhirResource;

export const AN_APPOINTMENT = {
  resourceType: "Appointment",
  id: "appointment-1",
  status: "booked",
  start: "2026-03-02T09:00:00Z",
  end: "2026-03-02T09:30:00Z",
  participant: [{ actor: { reference: "Patient/patient-1" }, status: "accepted" }],
} as const satisfies FhirResource;

const RECORDS: FhirResource[] = [
  { resourceType: "Patient", id: "patient-1", name: [{ family: "Kuhn", given: ["Mira"] }] },
  { resourceType: "Practitioner", id: "101", name: [{ family: "Frei" }] },
  { resourceType: "Location", id: "location-1", name: "Main street" },
  A_REFERRAL,
  AN_APPOINTMENT,
];

/** Starts the server with its records, behind a proxy that can cut answers. */
export async function startWritingPlace(habits: Partial<FhirHabits> = {}): Promise<WritingPlace> {
  const server = await startMedplum(habits);
  await server.load(RECORDS);
  const front = await startFaultyFront(server.origin);
  const baseUrl = server.baseUrl.replace(server.origin, front.origin);
  const place: WritingPlace = {
    server,
    front,
    contradicted: [],
    before: async () => undefined,
    answered: (_call, answer) => answer,
    open(findings, connection = {}) {
      const client = emrClient({ baseUrl }, { policy: { privateBlocks: LOOPBACK } });
      const context: FhirContext = {
        server: fhirServer({
          baseUrl,
          calls: null,
          authorization: noAuthorization,
          async client(address, request = {}) {
            const call = { ...request, address: String(address) };
            await place.before(call);
            return place.answered(call, await client(address, request));
          },
        }),
        connection: fhirConnection.parse({ base_url: baseUrl, auth: { kind: "none" }, ...connection }),
        findings: fhirFindings.parse(findings),
        contradict: async (finding) => void place.contradicted.push(finding),
        timeZone: "Europe/Zurich",
      };
      return writingOf(context, readingOf(context));
    },
    async stop() {
      await front.stop();
      await server.stop();
    },
  };
  return place;
}

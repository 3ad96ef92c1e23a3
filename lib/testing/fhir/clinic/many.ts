import type { Appointment, FhirResource, Patient } from "fhir/r4";
import { referenceTo } from "./concepts.ts";
import { MRN_SYSTEM } from "./plan.ts";

const ADDED_MS = Date.parse("2026-01-01T00:00:00Z");
const FIRST_VISIT_MS = Date.parse("2026-06-01T15:00:00Z");

/** The moment at which a resource was added: a hundred at once. */
const addedAt = (number: number) => new Date(ADDED_MS + Math.floor(number / 100) * 1_000).toISOString();

const patient = (number: number): Patient => ({
  resourceType: "Patient",
  id: `MANY-${number}`,
  meta: { lastUpdated: addedAt(number) },
  identifier: [{ system: MRN_SYSTEM, value: `M-${number}` }],
  name: [{ use: "official", family: `Nuñez ${number}`, given: ["Ada"] }],
  gender: "female",
  birthDate: "1988-02-29",
  telecom: [{ system: "phone", value: "208-555-0142" }],
  address: [{ line: ["1 Mill Road"], city: "Post Falls", state: "ID", postalCode: "83854" }],
});

const appointment = (number: number): Appointment => ({
  resourceType: "Appointment",
  id: `MANY-${number}`,
  meta: { lastUpdated: addedAt(number) },
  status: "booked",
  start: new Date(FIRST_VISIT_MS + number * 60_000).toISOString(),
  end: new Date(FIRST_VISIT_MS + (number + 20) * 60_000).toISOString(),
  minutesDuration: 20,
  reasonCode: [{ text: "Follow-up" }],
  participant: [
    { actor: referenceTo("Patient", `MANY-${number}`), status: "accepted" },
    { actor: referenceTo("Practitioner", "101"), status: "accepted" },
    { actor: referenceTo("Location", "LOC-1"), status: "accepted" },
  ],
});

/** Returns many patients with one appointment each, beside the people and places of the clinic. */
export const manyResources = (count: number): FhirResource[] => [
  ...Array.from({ length: count }, (_, number) => patient(number)),
  ...Array.from({ length: count }, (_, number) => appointment(number)),
];

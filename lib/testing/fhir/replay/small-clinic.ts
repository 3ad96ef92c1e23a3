import type { FhirResource } from "fhir/r4";
import { addDays } from "#lib/kernel/dates";

const DAY = new Date().toISOString().slice(0, 10);

/** Returns the day so many days from today, YYYY-MM-DD. */
export const dayFromNow = (days: number): string => addDays(DAY, days);

const changed = { lastUpdated: "2026-01-02T10:00:00Z" };

/** A visit of a patient with a practitioner, some days from today at noon in New York. */
export const visit = (id: string, practitioner: string, patient: string, days: number): FhirResource => ({
  resourceType: "Appointment",
  id,
  meta: changed,
  status: "booked",
  start: `${dayFromNow(days)}T17:00:00Z`,
  end: `${dayFromNow(days)}T17:30:00Z`,
  participant: [
    { actor: { reference: `Practitioner/${practitioner}` }, status: "accepted" },
    { actor: { reference: `Patient/${patient}` }, status: "accepted" },
  ],
});

/** A practitioner with a schedule. */
export const practitioner = (id: string): FhirResource[] => [
  {
    resourceType: "Practitioner",
    id,
    meta: changed,
    active: true,
    name: [{ use: "official", family: id.toUpperCase(), given: ["Greta"] }],
  },
  {
    resourceType: "Schedule",
    id: `s-${id}`,
    meta: changed,
    active: true,
    actor: [{ reference: `Practitioner/${id}` }],
  },
];

/** An open time in the schedule of a practitioner. */
export const openTime = (id: string, practitionerId: string, days: number): FhirResource => ({
  resourceType: "Slot",
  id,
  meta: changed,
  status: "free",
  schedule: { reference: `Schedule/s-${practitionerId}` },
  start: `${dayFromNow(days)}T18:00:00Z`,
  end: `${dayFromNow(days)}T18:30:00Z`,
});

/** A patient with a referral and a document. */
export const patient = (id: string): FhirResource[] => [
  {
    resourceType: "Patient",
    id,
    meta: changed,
    active: true,
    identifier: [{ system: "urn:mrn", value: `MRN-${id}` }],
    name: [{ use: "official", family: `Of ${id}`, given: ["Ada"] }],
  },
  {
    resourceType: "ServiceRequest",
    id: `r-${id}`,
    meta: changed,
    status: "active",
    intent: "order",
    authoredOn: "2026-01-02",
    category: [{ coding: [{ system: "http://snomed.info/sct", code: "3457005" }] }],
    subject: { reference: `Patient/${id}` },
  },
  {
    resourceType: "DocumentReference",
    id: `d-${id}`,
    meta: changed,
    status: "current",
    date: "2026-01-02T10:00:00Z",
    subject: { reference: `Patient/${id}` },
    content: [{ attachment: { contentType: "text/plain", data: "bm90ZQ==" } }],
  },
];

/** A clinic of two practitioners and four patients, of whom one has no visit. */
export const smallClinic = (): FhirResource[] => [
  ...practitioner("dr1"),
  ...practitioner("dr2"),
  ...["p1", "p2", "p3", "p4"].flatMap(patient),
  visit("a1", "dr1", "p1", 0),
  visit("a2", "dr1", "p2", 3),
  visit("a3", "dr2", "p1", 5),
  visit("a4", "dr2", "p3", 25),
  visit("a5", "dr1", "p3", -20),
  openTime("o1", "dr1", 1),
  openTime("o2", "dr2", 20),
];

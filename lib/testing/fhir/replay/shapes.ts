import type { Quirks } from "./quirks.ts";

type Requires = Quirks["requires"];

const requiring = (status: number, diagnostics: string, sets: Readonly<Record<string, string[][]>>): Requires =>
  Object.fromEntries(Object.entries(sets).map(([type, each]) => [type, { sets: each, status, diagnostics }]));

export const NEEDS_PARAMETER = "Either patient, practitioner or _id with date must be provided";

/** What searches need of a server that lists nobody, and shows visits for one practitioner and some days. */
export const BY_PRACTITIONER: Requires = requiring(422, NEEDS_PARAMETER, {
  Patient: [["_id"], ["identifier"], ["name"]],
  Practitioner: [["_id"], ["identifier"], ["name"]],
  PractitionerRole: [["practitioner"]],
  Appointment: [["_id"], ["patient", "date"], ["practitioner", "date"]],
  Slot: [["_id"], ["schedule", "start"]],
  Schedule: [["_id"], ["actor"]],
  ServiceRequest: [["_id"], ["patient"]],
  DocumentReference: [["_id"], ["patient"]],
});

/** The same of one that takes no days. */
export const WITHOUT_DAYS: Requires = {
  ...BY_PRACTITIONER,
  ...requiring(422, NEEDS_PARAMETER, { Appointment: [["_id"], ["practitioner"]], Slot: [["_id"], ["schedule"]] }),
};

/** What searches need of a server that lists people, and shows all that is a patient's for one patient alone. */
export const BY_PATIENT: Requires = requiring(400, "patient is required", {
  Appointment: [["_id"], ["patient"]],
  Slot: [["_id"]],
  ServiceRequest: [["_id"], ["patient"]],
  DocumentReference: [["_id"], ["patient"]],
});

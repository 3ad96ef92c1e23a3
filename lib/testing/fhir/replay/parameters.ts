/** A search parameter: its type, and the path of the elements that it searches. */
export interface SearchParameter {
  name: string;
  type: "date" | "token" | "reference" | "string";
  path: string;
}

const ANY: readonly SearchParameter[] = [
  { name: "_id", type: "token", path: "id" },
  { name: "_lastUpdated", type: "date", path: "meta.lastUpdated" },
  { name: "identifier", type: "token", path: "identifier" },
  { name: "status", type: "token", path: "status" },
];

/** The search parameters of a type besides those of every type. */
const OF_TYPE: Readonly<Record<string, readonly SearchParameter[]>> = {
  Appointment: [
    { name: "date", type: "date", path: "start" },
    { name: "patient", type: "reference", path: "participant.actor" },
    { name: "practitioner", type: "reference", path: "participant.actor" },
  ],
  Coverage: [{ name: "patient", type: "reference", path: "beneficiary" }],
  DocumentReference: [{ name: "patient", type: "reference", path: "subject" }],
  Patient: [
    { name: "patient", type: "token", path: "id" },
    { name: "birthdate", type: "date", path: "birthDate" },
  ],
  PractitionerRole: [{ name: "practitioner", type: "reference", path: "practitioner" }],
  Schedule: [{ name: "actor", type: "reference", path: "actor" }],
  ServiceRequest: [{ name: "patient", type: "reference", path: "subject" }],
  Slot: [
    { name: "start", type: "date", path: "start" },
    { name: "schedule", type: "reference", path: "schedule" },
  ],
};

/** Returns the search parameters of a type. */
export const parametersOf = (type: string): readonly SearchParameter[] => [...ANY, ...(OF_TYPE[type] ?? [])];

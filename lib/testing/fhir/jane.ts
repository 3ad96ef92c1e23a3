/** System of the MRNs of a clinic of a few records. */
export const MRN = "https://clinic.example/mrn";

/** A patient as US Core has it, with more than one of most elements. */
export const jane = {
  resourceType: "Patient",
  id: "P1",
  identifier: [
    { system: "http://hl7.org/fhir/sid/us-ssn", value: "999-12-3456" },
    { system: "urn:registry", value: "R-7" },
    { type: { coding: [{ code: "MR" }] }, system: MRN, value: "M-1" },
  ],
  name: [
    { use: "maiden", family: "Stone", given: ["Jane"] },
    { use: "official", family: "Rivers", given: ["Jane", "Alma"] },
  ],
  telecom: [
    { system: "phone", use: "old", rank: 1, value: "555-0100" },
    { system: "phone", use: "work", rank: 2, value: "555-0102" },
    { system: "phone", use: "mobile", rank: 1, value: "555-0101" },
    { system: "email", value: "jane@example.org" },
  ],
  gender: "female",
  birthDate: "1984-02-29",
  address: [
    { use: "old", city: "Nowhere" },
    { use: "home", line: ["1 Main St", "Apt 2"], city: "Boise", state: "ID", postalCode: "83702" },
  ],
};

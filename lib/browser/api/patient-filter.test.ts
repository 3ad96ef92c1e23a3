import { expect, test } from "vitest";
import { patientQuery } from "./patient-filter.ts";

test.each([
  ["", {}],
  ["1980-02-29", { patient_dob: "1980-02-29" }],
  ["02/29/1980", { patient_dob: "1980-02-29" }],
  ["2/9/1980", { patient_dob: "1980-02-09" }],
  ["9-Feb-80", { patient_dob: "1980-02-09" }],
  ["(555) 010-1234", { patient_phone: "(555) 010-1234" }],
  ["MRN-100123", { patient_mrn: "MRN-100123" }],
  ["100123", { patient_mrn: "100123" }],
  [" O'Neil ", { patient_name: "O'Neil" }],
])("the text %j is parsed as %j", (text, query) => expect(patientQuery(text)).toEqual(query));

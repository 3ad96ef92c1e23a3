import { expect, test } from "vitest";
import { patientQuery } from "./patient-filter.ts";

test.each([
  ["", {}],
  ["1980-02-29", { patient_dob: "1980-02-29" }],
  ["02/29/1980", { patient_dob: "1980-02-29" }],
  ["2/9/1980", { patient_dob: "1980-02-09" }],
  ["9-Feb-80", { patient_dob: "1980-02-09" }],
  ["2/30/1984", { patient_mrn: "2/30/1984" }],
  ["O'Neil 2/9/1980", { patient_dob: "1980-02-09", patient_name: "o'neil" }],
  ["Feb 9, 1980 O'Neil, Ann", { patient_dob: "1980-02-09", patient_name: "o'neil ann" }],
  ["(555) 010-1234 2/9/1980", { patient_dob: "1980-02-09", patient_phone: "(555) 010-1234" }],
  ["(555) 010-1234", { patient_phone: "(555) 010-1234" }],
  ["MRN-100123", { patient_mrn: "MRN-100123" }],
  ["100123", { patient_mrn: "100123" }],
  [" O'Neil ", { patient_name: "O'Neil" }],
])("the text %j is parsed as %j", (text, query) => expect(patientQuery(text)).toEqual(query));

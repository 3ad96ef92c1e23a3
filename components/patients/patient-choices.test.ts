import { expect, it } from "vitest";
import type { PatientModel } from "#lib/resources/patients/model";
import { patientChoices } from "./patient-choices.ts";

const patient = (mrn: string, ehr_id: string, last_name: string): PatientModel => ({
  mrn,
  first_name: "Ana",
  last_name,
  dob: "1980-05-01",
  gender: "female",
  phone: "555-0100",
  email: "",
  address: { street: "", city: "", state: "", zip: "" },
  ehr_id,
});

it("lists patients who share an MRN, each once, and lets neither be selected", () => {
  const choices = patientChoices([patient("7", "P1", "Lee"), patient("7", "P2", "Ray"), patient("8", "P3", "Sun")]);
  expect(choices.map(({ name, disabled = false }) => [name, disabled])).toEqual([
    ["Ana Lee", true],
    ["Ana Ray", true],
    ["Ana Sun", false],
  ]);
  expect(new Set(choices.map(({ id }) => id)).size).toBe(3);
  expect(choices[2]?.id).toBe("8");
  expect(choices[0]?.detail).toMatch(/^MRN 7 belongs to 2 patients: correct it in the EMR/);
});

import { expect, it } from "vitest";
import type { PatientModel } from "#lib/resources/patients/model";
import { patientChoices } from "./patient-choices.ts";

const patient = (mrn: string, ehr_id: string, last_name: string): PatientModel => ({
  id: ehr_id,
  mrn,
  first_name: "Ana",
  last_name,
  dob: "1980-05-01",
  gender: "female",
  phone: "555-0100",
  email: "",
  address: { street: "", city: "", state: "", zip: "" },
  ehr_id,
  middle_name: null,
  suffix: null,
  mobile_phone: null,
  preferred_language: null,
  emergency_contact: null,
  active: true,
  deceased: false,
  deceased_at: null,
  set_aside: null,
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

it("says who has died or is inactive, and tells father from son", () => {
  const [father, son] = patientChoices([
    { ...patient("7", "P1", "Lee"), suffix: "Sr", deceased: true, deceased_at: "2022-07-22" },
    { ...patient("8", "P2", "Lee"), suffix: "Jr", active: false },
  ]);
  expect(father).toMatchObject({ name: "Ana Lee Sr", detail: expect.stringContaining("Deceased 2022-07-22") });
  expect(son).toMatchObject({ name: "Ana Lee Jr", detail: expect.stringContaining("Inactive in the EMR") });
});

it("says which patients a search for digits has found by their birth date alone", () => {
  const choices = patientChoices([patient("050180", "P1", "Lee"), patient("8", "P2", "Ray")], "050180");
  expect(choices.map(({ detail }) => detail)).toEqual([
    "MRN 050180 · born May 1, 1980 · 555-0100",
    "By birth date · MRN 8 · born May 1, 1980 · 555-0100",
  ]);
});

it("says which patients are shown as they were read last", () => {
  const [choice] = patientChoices([{ ...patient("7", "P1", "Lee"), set_aside: "The server does not allow it" }]);
  expect(choice?.detail).toMatch(/ · Not current$/);
});

it("says which patients have a similar name alone", () => {
  const choices = patientChoices([
    { ...patient("7", "P1", "Hernandes"), similar: false },
    { ...patient("8", "P2", "Hernandez"), similar: true },
  ]);
  expect(choices.map(({ detail }) => detail?.startsWith("Similar name · MRN"))).toEqual([false, true]);
});

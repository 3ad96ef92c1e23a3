import { QueryClient } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import type { PatientModel } from "#lib/resources/patients/model";
import { isMeant, meantPatients } from "./meant-patients.ts";
import { patientSearch } from "./patient-search.ts";
import { patientsByMrn } from "./patients.ts";

const patient = (mrn: string): PatientModel => ({
  id: mrn,
  mrn,
  first_name: "Ana",
  last_name: "Lee",
  dob: "1980-05-01",
  gender: "female",
  phone: "5550100123",
  email: "",
  address: { street: "", city: "", state: "", zip: "" },
  ehr_id: mrn,
  middle_name: null,
  suffix: null,
  mobile_phone: "(555) 010-0777",
  preferred_language: null,
  emergency_contact: null,
  active: true,
  deceased: false,
  deceased_at: null,
  set_aside: null,
});

describe("isMeant", () => {
  it.each([
    ["lee", true],
    ["417", true],
    ["5550100123", true],
    ["0100777", true],
    ["05/01/1980", true],
    // Digits within other numbers, and of a birth date.
    ["050180", false],
    ["19800501", false],
    ["0100", false],
    ["1980", false],
    ["55501001", false],
  ])("%j: %s", (text, meant) => expect(isMeant(patient("A-417"), text)).toBe(meant));
});

describe("meantPatients", () => {
  /** A client that has the answers for a text: the patients with exactly this MRN, and all that the search finds. */
  const answering = (text: string, carriers: string[], found: string[], similar: string[]) => {
    const client = new QueryClient();
    client.setQueryData(patientsByMrn("a", text).queryKey, carriers.map(patient));
    client.setQueryData(patientSearch("a", text).queryKey, [
      ...found.map((mrn) => ({ ...patient(mrn), similar: false })),
      ...similar.map((mrn) => ({ ...patient(mrn), similar: true })),
    ]);
    return client;
  };
  const meant = async (text: string, carriers: string[], found: string[], similar: string[] = []) => {
    const { patients, isNear } = await meantPatients(answering(text, carriers, found, similar), "a", text);
    return [patients.map(({ mrn }) => mrn), isNear];
  };

  it.each<[string, string[], string[], string[], boolean]>([
    ["100", ["100"], ["100", "1001", "1002"], ["100"], false],
    // The search shows twelve at most, and the exact one may not be among them.
    ["100", ["100"], ["1001", "1002"], ["100"], false],
    // Two patients of one MRN.
    ["100", ["100", "100"], ["100", "100", "1001"], ["100", "100"], false],
    ["mrn-1", [], ["MRN-1", "MRN-10"], ["MRN-1"], false],
    ["lee", [], ["1", "2"], ["1", "2"], false],
    ["lee", [], ["1"], ["1"], false],
    ["0100", [], ["1"], ["1"], true],
    ["nobody", [], [], [], false],
  ])("%j with %j and %j means %j", async (text, carriers, found, patients, isNear) =>
    expect(await meant(text, carriers, found)).toEqual([patients, isNear]),
  );

  it.each<[string[], string[], string[], boolean]>([
    [[], ["1"], ["1"], true],
    [[], ["1", "2"], ["1", "2"], true],
    [["1"], ["2"], ["1"], false],
  ])("never chooses a patient of a similar name: %j with %j similar means %j", async (found, similar, ...expected) =>
    expect(await meant("hernandes", [], found, similar)).toEqual(expected),
  );
});

import { expect, it } from "vitest";
import { inOrderOfMatch, isFoundByBirth } from "./found-patients.ts";

const patient = (mrn: string, phone = "555-0100") => ({ mrn, phone, ehr_id: `PAT-${mrn}` });

it("begin with the one whose MRN was searched for, and end with those who were born on that day", () => {
  const found = [patient("200001"), patient("1030480"), patient("7", "(030) 480-1234"), patient("030480")];
  expect(inOrderOfMatch("030480", found).map(({ mrn }) => mrn)).toEqual(["030480", "1030480", "7", "200001"]);
  expect(inOrderOfMatch("mrn-7", [patient("MRN-71"), patient("MRN-7")]).map(({ mrn }) => mrn)).toEqual([
    "MRN-7",
    "MRN-71",
  ]);
});

it("are shown once each, in their order where nothing tells them apart", () => {
  const found = [patient("2"), patient("1"), patient("2")];
  expect(inOrderOfMatch("lee", found).map(({ mrn }) => mrn)).toEqual(["2", "1"]);
});

it("are found by birth if the digits are in neither the MRN nor the phone number", () => {
  expect(isFoundByBirth("030480", patient("7"))).toBe(true);
  expect(isFoundByBirth("030480", patient("A030480"))).toBe(false);
  expect(isFoundByBirth("5550100", patient("7"))).toBe(false);
  expect(isFoundByBirth("lee", patient("7"))).toBe(false);
});

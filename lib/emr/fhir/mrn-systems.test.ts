import type { Patient } from "fhir/r4";
import { describe, expect, it } from "vitest";
import { keyIdentifier } from "./job-key.ts";
import { mrnSystemsOf } from "./mrn-systems.ts";

const CLINIC = "urn:oid:1.2.36.146";
const PAYER = "https://payer.example/member";
const MR = { coding: [{ code: "MR", display: "Medical record number" }] };

const patient = (...identifier: Patient["identifier"] & object): Patient => ({ resourceType: "Patient", identifier });

describe("mrnSystemsOf", () => {
  it("returns each system with its share of the patients and examples, those called MRN first", () => {
    const patients = [
      patient({ system: PAYER, value: "M-1" }, { system: CLINIC, value: "100", type: MR }),
      patient({ system: PAYER, value: "M-2" }),
      patient({ system: PAYER, value: "M-3" }, { system: CLINIC, value: "101", type: MR }),
      patient({ system: PAYER, value: "M-4" }),
    ];
    expect(mrnSystemsOf(patients)).toEqual([
      { system: CLINIC, name: "Medical record number", patients: 2, of: 4, shared: 0, examples: ["100", "101"] },
      { system: PAYER, name: null, patients: 4, of: 4, shared: 0, examples: ["M-1", "M-2", "M-3"] },
    ]);
  });

  it("counts the patients whose value another patient carries", () => {
    const values = ["7", "7", "8", "9", "9"];
    const [found] = mrnSystemsOf(values.map((value) => patient({ system: CLINIC, value })));
    expect(found).toMatchObject({ patients: 5, shared: 4, examples: ["7", "8", "9"] });
  });

  it("takes a patient's first identifier of a system, and none that is old", () => {
    const [found, ...others] = mrnSystemsOf([
      patient(
        { system: CLINIC, value: "1", use: "old" },
        { system: CLINIC, value: "2" },
        { system: CLINIC, value: "3" },
      ),
    ]);
    expect([found?.patients, found?.examples, others]).toEqual([1, ["2"], []]);
  });

  it("offers no mark of a job of ours", () => {
    expect(mrnSystemsOf([patient(keyIdentifier("a".repeat(32)))])).toEqual([]);
  });

  it("offers no social security number, nor an identifier without a system or a value", () => {
    const patients = [
      patient(
        { system: "http://hl7.org/fhir/sid/us-ssn", value: "123-45-6789" },
        { system: "urn:other", value: "123-45-6789", type: { coding: [{ code: "SS" }] } },
        { value: "without a system" },
        { system: CLINIC },
      ),
    ];
    expect(mrnSystemsOf(patients)).toEqual([]);
  });

  it("passes over elements of another shape", () => {
    const broken = { resourceType: "Patient", identifier: [null, "x", { system: 1, value: {} }] } as never;
    expect(mrnSystemsOf([broken, patient({ system: CLINIC, value: "1", type: "MR" as never })])).toMatchObject([
      { system: CLINIC, patients: 1, of: 2 },
    ]);
  });
});

import { describe, expect, it } from "vitest";
import { nearName, nearParameter } from "./near-name.ts";

const NAMES = ["patient_mrn", "note", "notes", "deposit_date", "location", "callback_urls", "id"];

describe("the nearest name", () => {
  it.each([
    ["depositDate", "deposit_date"],
    ["deposit-date", "deposit_date"],
    ["DEPOSIT_DATE", "deposit_date"],
    ["deposit_dat", "deposit_date"],
    ["depsoit_date", "deposit_date"],
    ["callbackUrl", "callback_urls"],
    ["location_id", "location"],
    ["Notes", "notes"],
    ["noted", "note"],
    ["patient-mrm", "patient_mrn"],
  ])("to %s is %s", (given, meant) => {
    expect(nearName(given, NAMES)).toBe(meant);
  });

  it.each(["", "zebra", "date", "ID2", "urls", "deposit", "__proto__", "x".repeat(1_000_000)])(
    "to %.20s does not exist",
    (given) => {
      expect(nearName(given, NAMES)).toBeNull();
    },
  );
});

describe("the parameter that was meant", () => {
  const known = ["limit", "cursor", "mrns", "deposit_date", "created_date", "status"];
  it.each([
    ["patientMrn", "mrns"],
    ["patient_mrn[]", "mrns"],
    ["PATIENT-MRNS", "mrns"],
    ["claim_status", "status"],
    ["depositDate", "deposit_date"],
    // Several have it as their last word, or both have further ones.
    ["date", null],
    ["visit_date", null],
    ["mrn_of_patient", null],
    ["", null],
    ["s", null],
    ["__proto__", null],
    ["_".repeat(1_000_000), null],
  ])("by %.20s is %s", (given, meant) => {
    expect(nearParameter(given, known)).toBe(meant);
  });

  it("by the plural of a longer one's last word is that one", () => {
    expect(nearParameter("mrns[]", ["limit", "patient_mrn"])).toBe("patient_mrn");
  });
});

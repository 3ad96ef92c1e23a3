import { describe, expect, it } from "vitest";
import { nearName } from "./near-name.ts";

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

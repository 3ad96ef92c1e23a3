import { describe, expect, it } from "vitest";
import type { DowntimeSheet } from "./model.ts";
import { sheetText } from "./sections.ts";

type Visit = DowntimeSheet["appointments"][number];

const VISIT: Visit = {
  datetime: "2026-03-08T09:20:00-04:00",
  duration: 20,
  patient_name: "Ana Ávila",
  patient_mrn: "MRN-1",
  patient_phone: "212-555-0147",
  patient_dob: "1980-05-17",
  provider_name: "Dora Ruiz",
  location: "Main",
  appointment_type: "Follow-up",
  status: "Confirmed",
  reason: "",
};

function rowOf(given: Partial<Visit>): readonly string[] {
  const sheet: DowntimeSheet = {
    account_name: "Clinic",
    timezone: "America/New_York",
    day: "2026-03-08",
    composed_at: "2026-03-07T23:00:00Z",
    as_of: [],
    appointments: [{ ...VISIT, ...given }],
    referrals: [],
    recalls: [],
    cut: [],
    not_held: [],
  };
  return sheetText(sheet).sections[0]?.rows[0] ?? [];
}

describe("a visit of the sheet", () => {
  it.each([["212-555-0147"], ["+49 (0)30 / 1234 5678"], ["+44 20 7946 0018 ext. 4411"], ["00 1 (212) 555-0147 x12"]])(
    "has the phone number %s on one line",
    (phone) => {
      const [, , , , shown = ""] = rowOf({ patient_phone: phone });
      expect(shown).not.toMatch(/[ \t/-](?!\u2060)/);
      expect(shown.replaceAll("\u2060", "").replaceAll("\u2011", "-").replaceAll("\u00a0", " ")).toBe(phone);
    },
  );

  it("may break between several phone numbers alone", () => {
    const broken = (phone: string) => rowOf({ patient_phone: phone })[4]?.split(" ").length;
    expect(broken("212-555-0147 or 646 555 0199")).toBe(3);
    expect(broken("212-555-0147, +1 646 555 0199; 917-555-0101")).toBe(3);
    expect(rowOf({ patient_phone: "" })[4]).toBe("");
  });

  it("says since when it lasts if it began before the sheet's day, and names no patient where there is none", () => {
    expect(rowOf({})[0]).toBe("9:20 AM");
    expect(rowOf({ datetime: "2026-03-07T23:30:00-05:00" })[0]).toBe("since Mar 7, 11:30 PM");
    expect(rowOf({ patient_name: "", patient_mrn: "" })[2]).toBe("no patient");
  });
});

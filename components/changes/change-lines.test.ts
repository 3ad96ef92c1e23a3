import { describe, expect, it } from "vitest";
import type { PastChange } from "#lib/browser/api/changes";
import { changeLines, recordWords } from "./change-lines.ts";

const ZONE = "America/New_York";
const shown = { timeZone: ZONE, statusName: (code: string) => (code === "ARR" ? "Arrived" : code) };

const changeOf = (differences: PastChange["differences"], more: Partial<PastChange> = {}): PastChange => ({
  kind: "appointments",
  change: "updated",
  id: "1",
  ehr_id: "APT-1",
  patient_mrn: "MRN-1",
  patient_name: "Ann Lee",
  updated_fields: differences.map(({ field }) => field),
  record: { datetime: "2026-03-02T11:00:00-05:00", reason: "Cough" },
  job_id: null,
  noticed_at: "2026-03-02T12:00:00.000Z",
  made_by: "emr",
  differences,
  ...more,
});

const linesOf = (...differences: PastChange["differences"]) =>
  changeLines(changeOf(differences), shown).map(({ label, before, after }) => [label, before, after]);

describe("what a change shows", () => {
  it("is in the clinic's words, dates and times", () => {
    expect(
      linesOf(
        { field: "datetime", before: "2026-03-02T10:00:00-05:00", after: "2026-03-02T11:30:00-05:00" },
        { field: "duration", before: 20, after: 45 },
        { field: "status", before: "ARR", after: "XYZ" },
        { field: "reason", before: "", after: "Cough" },
        { field: "patient_dob", before: "1980-03-02", after: null },
        { field: "appointment_mode", before: "in_person", after: "telehealth" },
      ),
    ).toEqual([
      ["Time", "Mar 2, 2026, 10:00 AM", "Mar 2, 2026, 11:30 AM"],
      ["Length", "20 min", "45 min"],
      ["Status", "Arrived", "XYZ"],
      ["Reason", null, "Cough"],
      ["Birth date", "Mar 2, 1980", null],
      ["Mode", "In person", "Telehealth"],
    ]);
  });

  it("leaves out what stands in another field, and what is for programs", () => {
    expect(
      linesOf(
        { field: "provider_ehr_id", before: "101", after: "102" },
        { field: "provider_name", before: "Ann Lee", after: "Bo Ray" },
        { field: "provider_npi", before: "1", after: "2" },
        { field: "practice_id", before: "1", after: "2" },
      ),
    ).toEqual([["Provider", "Ann Lee", "Bo Ray"]]);
    expect(linesOf({ field: "provider_ehr_id", before: "101", after: "102" })).toEqual([["Provider", "101", "102"]]);
  });

  it("puts lists and addresses on a line", () => {
    expect(
      linesOf({
        field: "diagnoses",
        before: [],
        after: [
          { code: "J20", description: "Bronchitis" },
          { code: "M54", description: null },
        ],
      }),
    ).toEqual([["Diagnoses", null, "J20, Bronchitis; M54"]]);
    const address = { street: "1 Main", city: "York", zip: "" };
    expect(linesOf({ field: "address", before: null, after: address })).toEqual([["Address", null, "1 Main, York"]]);
  });

  it("names the record, also one that is gone", () => {
    expect(recordWords(changeOf([]), ZONE)).toBe("Visit · Mar 2, 2026, 11:00 AM");
    const gone = changeOf([{ field: "file_name", before: "scan.pdf", after: null }], {
      kind: "documents",
      change: "deleted",
      record: null,
    });
    expect(recordWords(gone, ZONE)).toBe("Document · scan.pdf");
    expect(changeLines(gone, shown)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import type { PastChange } from "#lib/browser/api/changes";
import { marksOf } from "./marks.ts";

const shown = { timeZone: "America/New_York", statusName: (code: string) => (code === "CAN" ? "Cancelled" : code) };
const record = { datetime: "2026-03-02T10:30:00-05:00", patient_name: "Ada Lovelace" };

const changeOf = (differences: PastChange["differences"], more: Partial<PastChange> = {}): PastChange => ({
  kind: "appointments",
  change: "updated",
  id: "v1",
  ehr_id: "APT-1",
  patient_mrn: "MRN-1",
  patient_name: "Ann Lee",
  updated_fields: differences.map(({ field }) => field),
  record,
  job_id: null,
  noticed_at: "2026-03-02T14:41:00.000Z",
  made_by: "emr",
  differences,
  ...more,
});

const all = () => true;
const textOf = (...changes: PastChange[]) => [...marksOf(changes, all, shown).values()].map(({ text }) => text);

const moved = { field: "datetime", before: "2026-03-02T10:00:00-05:00", after: "2026-03-02T10:30:00-05:00" };

describe("a visit's mark", () => {
  it("says what was, what is, and when it was noticed", () => {
    const [mark] = marksOf([changeOf([moved])], all, shown).values();
    expect(mark).toEqual({
      id: "v1",
      emrId: "APT-1",
      title: "Mon, Mar 2, 10:30 AM Ada Lovelace",
      text: "Time 10:00 AM → 10:30 AM, noticed Mon, Mar 2, 9:41 AM",
      noticedAt: "2026-03-02T14:41:00.000Z",
      days: ["2026-03-02", "2026-03-02"],
      isGone: false,
    });
  });

  it("is of all its changes together, and of none that were taken back", () => {
    const back = { field: "datetime", before: moved.after, after: moved.before };
    const reason = { field: "reason", before: "Cough", after: "" };
    expect(textOf(changeOf([back, reason]), changeOf([moved]))).toEqual([
      "Reason Cough → empty, noticed Mon, Mar 2, 9:41 AM",
    ]);
    expect(textOf(changeOf([back]), changeOf([moved]))).toEqual([]);
  });

  it("is also of a visit that is new, cancelled or gone, with the day on which it was", () => {
    expect(textOf(changeOf([moved]), changeOf([], { change: "created" }))[0]).toMatch(/^New, noticed/);
    expect(textOf(changeOf([{ field: "status", before: "SCH", after: "CAN" }]))[0]).toMatch(/^Status SCH → Cancelled,/);
    const was = Object.entries(record).map(([field, before]) => ({ field, before, after: null }));
    const gone = changeOf(was, { change: "deleted", record: null });
    const [mark] = marksOf([gone], all, shown).values();
    expect(mark).toMatchObject({ isGone: true, days: ["2026-03-02", "2026-03-02"] });
    expect([mark?.title, mark?.text]).toEqual([
      "Mon, Mar 2, 10:30 AM Ada Lovelace",
      "No longer in the EMR, noticed Mon, Mar 2, 9:41 AM",
    ]);
    expect(textOf(gone, changeOf([], { change: "created" }))).toEqual([]);
  });

  it("is none of what a person or a job here did, of what was seen, nor of fields for programs", () => {
    expect(textOf(changeOf([moved], { made_by: "job", job_id: 1 }), changeOf([moved], { made_by: "here" }))).toEqual(
      [],
    );
    expect(marksOf([changeOf([moved])], () => false, shown).size).toBe(0);
    expect(textOf(changeOf([{ field: "practice_id", before: "1", after: "2" }]))).toEqual([]);
  });

  it("names three fields, and cuts long values off", () => {
    const fields = ["reason", "location", "note", "complaint_type"].map((field) => ({
      field,
      before: "",
      after: "x".repeat(80),
    }));
    const [text = ""] = textOf(changeOf(fields));
    expect(text.split("; ")).toHaveLength(4);
    expect(text).toContain(`Reason empty → ${"x".repeat(59)}…;`);
    expect(text).toContain("1 more, noticed");
  });
});

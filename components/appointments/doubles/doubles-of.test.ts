import { describe, expect, it } from "vitest";
import type { AppointmentModel } from "#lib/resources/appointments/model";
import { doubleOf } from "./doubles-of.ts";

const record = (id: string, time: string, more: Partial<AppointmentModel> = {}) =>
  ({
    id,
    emr_appointment_id: `emr-${id}`,
    datetime: `2026-03-02T${time}:00-05:00`,
    duration: 20,
    status: "SCH",
    schedule_block_label: "",
    patient_mrn: "MRN-1",
    patient_ehr_id: "",
    provider_ehr_id: "p",
    secondary_provider_ehr_id: "",
    ...more,
  }) as AppointmentModel;

const meanings = { of: (code: string) => (code === "CAN" ? "cancelled" : null) as "cancelled" | null };
const now = Date.parse("2026-03-02T08:00:00-05:00");
const of = (...records: AppointmentModel[]) =>
  doubleOf(records, "emr-own", { meanings, now })?.others.map(({ id }) => id) ?? null;

describe("a double", () => {
  it("is what takes time beside the visit", () => {
    const block = record("lunch", "09:30", { schedule_block_label: "Lunch", patient_mrn: "", status: "" });
    const slot = record("slot", "09:20", { patient_mrn: "", status: "" });
    expect(of(record("own", "09:20"), record("a", "09:10"), block, slot, record("b", "09:40"))).toEqual(["a", "lunch"]);
  });

  it("is of a provider whom both take", () => {
    const elsewhere = record("a", "09:20", { provider_ehr_id: "q" });
    const beside = record("b", "09:20", { provider_ehr_id: "q", secondary_provider_ehr_id: "p" });
    expect(of(record("own", "09:20"), elsewhere, beside)).toEqual(["b"]);
  });

  it("has ended once either was cancelled or moved, and once its time has passed", () => {
    expect(of(record("own", "09:20"), record("a", "09:10", { status: "CAN" }))).toBeNull();
    expect(of(record("own", "09:20", { status: "CAN" }), record("a", "09:10"))).toBeNull();
    expect(of(record("a", "09:10"))).toBeNull();
    expect(of(record("own", "07:30"), record("a", "07:40"))).toBeNull();
  });
});

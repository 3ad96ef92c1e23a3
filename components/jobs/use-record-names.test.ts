import { expect, it } from "vitest";
import { visitName } from "./use-record-names.ts";

it("names a visit by its patient, first name first, its day and its hour", () => {
  const visit = { patient_name: "Ana Nguyen", datetime: "2026-03-02T14:00:00Z" };
  expect(visitName(visit, "America/New_York")).toBe("Ana Nguyen, Mar 2, 2026, 9 AM");
  expect(visitName({ ...visit, patient_name: "" }, "America/New_York")).toBe("Mar 2, 2026, 9 AM");
});

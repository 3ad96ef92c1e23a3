import { expect, it } from "vitest";
import { isOpenReferral } from "./open.ts";

it.each([
  ["Pending Review", null, true],
  [null, null, true],
  ["Scheduled", "2026-03-02", true],
  ["Scheduled", "2026-03-01", false],
  ["Completed", null, false],
  ["Cancelled by patient", null, false],
])("a referral with the status %j and the last day %j is open: %j", (status, end_date, isOpen) => {
  expect(isOpenReferral({ status, end_date }, "2026-03-02")).toBe(isOpen);
});

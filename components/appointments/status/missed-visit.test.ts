import { expect, test } from "vitest";
import { missedBy } from "./missed-visit.ts";

test.each([
  ["Cancelled", "cancelled"],
  ["Canceled by patient", "cancelled"],
  ["No show", "no_show"],
  ["NO-SHOW", "no_show"],
  ["Noshow", "no_show"],
  ["Missed", "no_show"],
  ["Rescheduled", "moved"],
  ["Cancelled and rescheduled", "moved"],
  ["Checked out", null],
  ["Confirmed", null],
  ["Scheduled", null],
  ["", null],
])("a status described as %j means a visit missed as %j", (description, missed) =>
  expect(missedBy(description)).toBe(missed),
);

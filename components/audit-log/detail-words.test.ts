import { expect, it } from "vitest";
import { detailWords } from "./detail-words.ts";

it("names the operations that were switched, and the new address", () => {
  expect(detailWords({ detail: null })).toBeNull();
  expect(detailWords({ detail: {} })).toBeNull();
  expect(detailWords({ detail: { switched_on: ["payments:create", "tasks:create"] } })).toBe(
    "Switched on: payments:create, tasks:create",
  );
  expect(detailWords({ detail: { switched_off: ["tasks:create"], connected_to: "https://emr.example" } })).toBe(
    "Switched off: tasks:create · Connected to https://emr.example",
  );
});

it("names who drafted what a person sent", () => {
  expect(detailWords({ detail: { drafted_by: "Dana (Scribe)" } })).toBe("Drafted by Dana (Scribe)");
});

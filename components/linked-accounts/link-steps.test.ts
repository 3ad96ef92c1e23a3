import { expect, it } from "vitest";
import { CONNECTIONS } from "#lib/emr/connections";
import { stepAfter, stepBefore, stepsOf, stepWords } from "./link-steps.ts";

it("asks for a connection where the EMR needs one, and for the meaning of records where they leave it open", () => {
  expect(stepsOf(CONNECTIONS.sandbox)).toEqual(["kind", "naming", "linked"]);
  expect(stepsOf(CONNECTIONS.records_api)).toEqual(["kind", "connection", "findings", "naming", "linked"]);
  expect(stepsOf(CONNECTIONS.fhir)).toEqual(["kind", "connection", "findings", "records", "naming", "linked"]);
});

it("goes from step to step, and back", () => {
  expect(stepAfter("findings", CONNECTIONS.fhir)).toBe("records");
  expect(stepAfter("findings", CONNECTIONS.records_api)).toBe("naming");
  expect(stepBefore("naming", CONNECTIONS.fhir)).toBe("records");
  expect(stepBefore("naming", CONNECTIONS.sandbox)).toBe("kind");
});

it("counts the steps of the chosen EMR", () => {
  expect(stepWords("kind", CONNECTIONS.sandbox)).toBe("Step 1 of 3: the kind of EMR");
  expect(stepWords("naming", CONNECTIONS.fhir)).toBe("Step 5 of 6: its name and time zone");
});

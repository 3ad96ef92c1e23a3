import { expect, it } from "vitest";
import { visitStatuses } from "#lib/emr/fhir/visit-statuses";
import { FHIR_OWN, sharedWords, unmappedWords } from "./status-words.ts";

const mapped = [
  { code: "SCH", description: "Scheduled", fhir_status: "booked" as const },
  { code: "ROOM", description: "In room", fhir_status: "arrived" as const },
  { code: "ARR", description: "Arrived", fhir_status: "arrived" as const },
];

it("proposes a valid mapping in which nothing is left out", () => {
  expect(visitStatuses.safeParse(FHIR_OWN).success).toBe(true);
  expect([unmappedWords(FHIR_OWN), sharedWords(FHIR_OWN)]).toEqual([null, null]);
});

it("names the statuses of FHIR that no code stands for", () => {
  expect(unmappedWords(mapped)).toMatch(/^Not mapped: Proposed, Pending, .*Entered in error\. /);
  expect(unmappedWords([])).toBeNull();
});

it("names the codes that stand for one status of FHIR", () => {
  expect(sharedWords(mapped)).toMatch(/^ROOM and ARR are Arrived in FHIR\. /);
});

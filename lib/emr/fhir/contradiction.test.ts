import { expect, it } from "vitest";
import { contradictedBy } from "./contradiction.ts";

it.each([
  ["Patient?_lastUpdated=ge2026-01-01&_count=50", 400, ["last_updated"]],
  ["Appointment?date=ge2026-03-02&date=le2026-03-02", 400, ["day_search"]],
  ["Task?identifier=a%7Cb", 501, ["identifier_search"]],
  ["Coverage?identifier=a%7Cb", 501, ["coverage_identifier_search"]],
  ["Coverage?patient=1", 400, ["coverage_patient_search"]],
  ["Patient?_summary=count", 405, ["summary_count"]],
  ["Task", 403, ["readable"]],
])("a refusal of %s contradicts what a probe found", (address, status, wanted) => {
  expect(contradictedBy(address, status)).toEqual(wanted);
});

it.each([
  ["a search that is answered", "Task?identifier=a", 200],
  [
    "one that may be refused for a parameter that was not proved",
    "Patient?_lastUpdated=ge2026&_sort=_lastUpdated",
    400,
  ],
  ["one that may be refused for its size", "Patient?_count=500", 400],
  ["one of another type by a parameter that was proved of Coverage alone", "Task?patient=1", 400],
  ["a passing refusal", "Task?identifier=a", 429],
  ["a fault of the server", "Task?identifier=a", 500],
  ["a link to a further page", "https://ehr.example/fhir?page=2&identifier=a", 404],
  ["a record", "Task/1", 404],
])("%s contradicts nothing", (_title, address, status) => {
  expect(contradictedBy(address, status)).toEqual([]);
});

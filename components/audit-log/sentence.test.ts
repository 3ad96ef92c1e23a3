import { expect, it } from "vitest";
import { predicate } from "./sentence.ts";

const done = { status: 200, detail: null };

it.each([
  ["Post a patient payment to the EMR ledger", "posted a patient payment to the EMR ledger"],
  ["List referrals, newest first", "listed referrals"],
  ["One job: its request, outcome and timeline", "read one job"],
  ["A document's file, unmodified", "read a document's file"],
  ["Sign in", "signed in"],
])("says of %j that the actor %s", (summary, words) => {
  expect(predicate(summary, done)).toBe(words);
});

it("says what a refused request wanted", () => {
  expect(predicate("List the organization's users", { status: 403, detail: null })).toBe(
    "was not allowed to list the organization's users",
  );
  expect(predicate("One patient", { status: 403, detail: null })).toBe("was not allowed to read one patient");
});

it("names the changed record", () => {
  expect(
    predicate("Change a provider's status, visibility or hours", { status: 200, detail: { record: "Elena Ruiz" } }),
  ).toBe("changed a provider's status: Elena Ruiz");
});

it("says who drafted what a person sent", () => {
  expect(predicate("Create a task for a patient", { status: 202, detail: { drafted_by: "Dana (Scribe)" } })).toBe(
    "created a task for a patient, drafted by Dana (Scribe)",
  );
});

import { expect, test } from "vitest";
import { catalog } from "#lib/catalog/generated/definitions";
import type { FormField } from "#lib/definitions/operation";
import { recordLines } from "./record-lines.ts";

const names: Record<string, string> = {
  "LOC-1": "Main Street",
  "102": "Ruiz, Elena",
  ARR: "Arrived",
  G1: "Front desk",
};
const nameOf = (_widget: string, value: string) => names[value] ?? value;
const linesOf = (form: Record<string, FormField>, record: Record<string, unknown>) =>
  recordLines(record, { form, nameOf }).map(({ label, value }) => `${label}: ${value}`);

test("shows a request with the labels, option names and order of its form", () => {
  expect(
    linesOf(catalog["patient-notes:create"].form, {
      note: "Called",
      tags: ["Telephone Encounter", "Billing"],
      location_id: "LOC-1",
      subject: "",
      callback_urls: ["https://partner.example/hook"],
    }),
  ).toEqual([
    "Note: Called",
    "Categories: Telephone Encounter, Billing",
    "Location: Main Street",
    "Callback URLs: https://partner.example/hook",
  ]);
  expect(linesOf(catalog["claims:fetch"].form, { claim_ids: ["C-1", "C-2"] })).toEqual(["Claim numbers: C-1, C-2"]);
  expect(linesOf(catalog["referrals:create"].form, { direction: "incoming", priority: "stat" })).toEqual([
    "Direction: Incoming",
    "Priority: Stat",
  ]);
  expect(linesOf(catalog["tasks:create"].form, { notify_list: ["G1", "102"] })).toEqual([
    "Notify: Front desk, Ruiz, Elena",
  ]);
  expect(
    linesOf(catalog["payments:create"].form, { location: "LOC-1", amount: 12.5, deposit_date: "2026-03-02" }),
  ).toEqual(["Amount: $12.50", "Location: Main Street", "Deposit date: Mar 2, 2026"]);
});

test("names the one person of a task once, and two that differ each", () => {
  const { form } = catalog["tasks:create"];
  expect(linesOf(form, { assigned_to: "102", assignee_user_id: "102" })).toEqual(["Assigned to: Ruiz, Elena"]);
  expect(linesOf(form, { assigned_to: "G1", assignee_user_id: "102" })).toEqual([
    "Assigned to: Front desk",
    "Assigned to in the EMR: Ruiz, Elena",
  ]);
});

test("shows the changed fields of a result by the form's labels", () => {
  expect(
    linesOf(catalog["referrals:update"].form, { ehr_id: "REF-1", updated_fields: ["start_date", "assigned_to_id"] }),
  ).toEqual(["EMR id: REF-1", "Updated fields: Valid from, Assigned to"]);
});

test("shows answers with the texts of their questions and options, and a scored questionnaire with its total", () => {
  const question = (id: string, text: string) => ({
    emrQuestionId: id,
    text,
    required: true,
    type: "choice" as const,
    options: [
      { value: "b", label: "Several days", score: 1 },
      { value: "d", label: "Nearly every day", score: 3 },
    ],
    alert: null,
  });
  const questions = [question("Q1", "Feeling nervous"), question("Q2", "Worrying")];
  const record = { answers: { Q1: "1", Q2: "d", Q9: "unknown" } };
  const stem = "Over the last 2 weeks:";
  const linesOf = (scored: boolean) =>
    recordLines(record, {
      form: catalog["services:create"].form,
      nameOf,
      questionnaire: { scored, questions, stem },
    }).map(({ label, value }) => `${label}: ${value}`);
  const answers = [
    "Questions: Over the last 2 weeks:",
    "1. Feeling nervous: Several days · 1",
    "2. Worrying: Nearly every day · 3",
    "Q9: unknown",
  ];
  expect(linesOf(true)).toEqual([...answers, "Total, calculated here: 4 of 6"]);
  expect(linesOf(false)).toEqual(answers);
});

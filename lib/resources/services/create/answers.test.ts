import { describe, expect, it } from "vitest";
import type { EmrFormQuestion } from "#lib/emr/port/port";
import { checkAnswers } from "./answers.ts";

const question = (emrQuestionId: string, change: Partial<EmrFormQuestion> = {}): EmrFormQuestion => ({
  emrQuestionId,
  text: "?",
  required: false,
  type: "text",
  options: [],
  ...change,
});
const scored = {
  required: true,
  type: "choice" as const,
  options: [
    { value: "never", label: "Never", score: 0 },
    { value: "often", label: "Often", score: 2 },
  ],
};
const form = [
  question("Q1", scored),
  question("Q2", scored),
  question("Q3", { type: "choice", options: [{ value: "yes", label: "Yes", score: null }] }),
  question("Q4"),
];
const complete = { Q1: "0", Q2: "2" };

describe("a service's answers (interface 3.2 and 4.3)", () => {
  it("are written as given", () => {
    const answers = { ...complete, Q3: "yes", Q4: " as told " };
    expect(checkAnswers(form, answers)).toEqual(answers);
  });

  it("are written as scores for a scored question, whatever the form of the score or option", () => {
    expect(checkAnswers(form, { Q1: " 2.0 ", Q2: "never" })).toEqual({ Q1: "2", Q2: "0" });
  });

  it("are omitted if blank", () => {
    expect(checkAnswers(form, { ...complete, Q3: "", Q4: "  " })).toEqual(complete);
  });

  it.each([
    ["lacks required answers", { Q1: " ", Q4: "x" }, "missing required answers: Q1, Q2"],
    [
      "answers unknown questions",
      { ...complete, Q8: "x", Q9: "y" },
      "answers to questions that the form does not have: Q8, Q9",
    ],
    ["contains a score of no option", { ...complete, Q2: "1" }, "answers that are not options of their question: Q2"],
    ["contains an unknown option", { ...complete, Q3: "maybe" }, "answers that are not options of their question: Q3"],
    ["contains a score in another notation", { ...complete, Q2: "0x2" }, expect.stringContaining(": Q2")],
    ["contains a key of Object.prototype", { ...complete, constructor: "x" }, expect.stringContaining(": constructor")],
  ])("are refused when a request %s", (_what, answers: Record<string, string>, message) => {
    expect(() => checkAnswers(form, answers)).toThrow(expect.objectContaining({ kind: "validation", message }));
  });
});

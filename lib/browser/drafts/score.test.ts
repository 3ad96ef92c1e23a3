import { expect, test } from "vitest";
import type { FormQuestion } from "#lib/resources/forms/model";
import { raisedAlerts, scoreOf, unanswered } from "./score.ts";

const scored = (id: string): FormQuestion => ({
  emrQuestionId: id,
  text: id,
  required: true,
  type: "choice",
  options: [0, 1, 2, 3].map((score) => ({ value: String(score), label: `Option ${score}`, score })),
  alert: null,
});
const free: FormQuestion = {
  emrQuestionId: "notes",
  text: "Notes",
  required: false,
  type: "text",
  options: [],
  alert: null,
};

test("sums the chosen options and counts the answers", () => {
  const questions = [scored("q1"), scored("q2"), free];
  expect(scoreOf(questions, {})).toEqual({ total: 0, answered: 0, highest: 6 });
  expect(scoreOf(questions, { q1: "3", q2: "0" })).toEqual({ total: 3, answered: 2, highest: 6 });
  expect(scoreOf(questions, { q1: "2", notes: "7" })).toEqual({ total: 2, answered: 2, highest: 6 });
});

test("counts an answer given by its score as the option with that score", () => {
  const lettered = { ...scored("q1"), options: [{ value: "b", label: "Several days", score: 1 }] };
  expect(scoreOf([lettered], { q1: "1" }).total).toBe(1);
  expect(scoreOf([lettered], { q1: "b" }).total).toBe(1);
});

test("does not count an answer without an option", () => {
  expect(scoreOf([scored("q1")], { q1: "9", other: "3" }).total).toBe(0);
});

test("names the required questions without an answer by their position", () => {
  const questions = [scored("q1"), scored("q2"), free];
  expect(unanswered(questions, {})).toEqual([1, 2]);
  expect(unanswered(questions, { q1: "0", q2: "" })).toEqual([2]);
  expect(unanswered(questions, { q1: "0", q2: "3" })).toEqual([]);
});

test("raises a question's alert from its threshold on, by the option's value or its score", () => {
  const alert = { at_least: 1, text: "Call 988" };
  const questions = [scored("q1"), { ...scored("q2"), alert }];
  const raised = (q2: string) => raisedAlerts(questions, { q1: "3", q2 });
  expect(raisedAlerts(questions, { q1: "3" })).toEqual([]);
  expect(raised("0")).toEqual([]);
  expect(raised("")).toEqual([]);
  expect(raised("1")).toEqual([{ number: 2, answer: "Option 1", text: "Call 988" }]);
  const lettered = { ...scored("q2"), options: [{ value: "b", label: "Several days", score: 1 }], alert };
  for (const q2 of ["b", "1"]) expect(raisedAlerts([lettered], { q2 })).toHaveLength(1);
});

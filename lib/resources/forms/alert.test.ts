import { expect, test } from "vitest";
import { SELF_HARM_ALERT } from "#lib/emr/port/self-harm-alert";
import { alertOf } from "./alert.ts";

const asked = (text: string, score: number | null = 1) => ({
  emrQuestionId: "Q9",
  text,
  required: true,
  type: "choice" as const,
  options: [{ value: "1", label: "Several days", score }],
});

test("the published question about self-harm has an alert, with the crisis line, even if the EMR gives none", () => {
  const question = asked("Thoughts that you would be better off dead, or of hurting yourself in some way");
  expect(alertOf(question)).toEqual(SELF_HARM_ALERT);
  expect(SELF_HARM_ALERT.text).toContain("988");
});

test("a form's own alert is kept", () => {
  const alert = { at_least: 2, text: "Call the psychiatrist on duty." };
  expect(alertOf({ ...asked("Thoughts of hurting yourself"), alert })).toBe(alert);
});

test("other questions, and a question without scores, have none", () => {
  expect(alertOf(asked("Little interest or pleasure in doing things"))).toBeNull();
  expect(alertOf(asked("Thoughts of hurting yourself", null))).toBeNull();
});

import type { FieldValues, Resolver, ResolverOptions } from "react-hook-form";
import { expect, test } from "vitest";
import { outlineOf } from "#lib/definitions/operation";
import { fetchClaims } from "#lib/resources/claims/fetch/definition";
import type { FormQuestion } from "#lib/resources/forms/model";
import { createService } from "#lib/resources/services/create/definition";
import { answersResolver } from "./answers-resolver.ts";

const options = { fields: {}, shouldUseNativeValidation: false } as ResolverOptions<FieldValues>;
const question = (emrQuestionId: string, required = true): FormQuestion => ({
  emrQuestionId,
  text: emrQuestionId,
  required,
  type: "text",
  options: [],
  alert: null,
});
const QUESTIONS = [question("q1"), question("q2"), question("q3", false)];

const accepts: Resolver<FieldValues, unknown, FieldValues> = (values) => ({ values, errors: {} });
const refuses: Resolver<FieldValues, unknown, FieldValues> = () => ({
  values: {},
  errors: { answers: { type: "schema", message: "Answer the questions" } },
});

const check = (answers: object, resolver = accepts) =>
  answersResolver(outlineOf(createService), resolver, (formId) => (formId === "phq" ? QUESTIONS : undefined))(
    { form_id: "phq", answers },
    undefined,
    options,
  );

test("refuses a questionnaire in which a required question is unanswered, and names the questions", async () => {
  expect((await check({ q1: "a", q3: "c" })).errors.answers?.message).toBe("Answer question 2");
  expect((await check({ q3: "c" })).errors.answers?.message).toBe("Answer questions 1, 2");
});

test("leaves the schema's own answer as it is", async () => {
  expect(await check({ q1: "a", q2: "b" })).toEqual({
    values: { form_id: "phq", answers: { q1: "a", q2: "b" } },
    errors: {},
  });
  expect((await check({}, refuses)).errors.answers?.message).toBe("Answer the questions");
});

test("is the schema's own check for an operation without a questionnaire", () => {
  expect(answersResolver(outlineOf(fetchClaims), accepts, () => QUESTIONS)).toBe(accepts);
});

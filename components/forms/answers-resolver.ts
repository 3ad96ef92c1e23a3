import type { FieldErrors, FieldValues, Resolver } from "react-hook-form";
import { unanswered } from "#lib/browser/drafts/score";
import type { FormOutline } from "#lib/definitions/operation";
import type { FormQuestion } from "#lib/resources/forms/model";
import { words } from "./words.ts";

const fieldFor = ({ form }: FormOutline, widget: string): string | undefined =>
  Object.keys(form).find((name) => form[name]?.widget === widget);

/**
 * Adds to a form's validation that every required question of its questionnaire is answered. The schema cannot know the
 * questions, so that the EMR would refuse the job later. `questionsOf` returns those that the form shows.
 */
export function answersResolver(
  outline: FormOutline,
  check: Resolver<FieldValues, unknown, FieldValues>,
  questionsOf: (formId: string) => readonly FormQuestion[] | undefined,
): Resolver<FieldValues, unknown, FieldValues> {
  const [form, answers] = [fieldFor(outline, "form"), fieldFor(outline, "answers")];
  if (form === undefined || answers === undefined) return check;
  return async (values, ...given) => {
    const checked = await check(values, ...given);
    const missing = unanswered(questionsOf(String(values[form] ?? "")) ?? [], values[answers] || {});
    const errors: FieldErrors = checked.errors;
    if (missing.length === 0 || errors[answers]) return checked;
    const unansweredError = { type: "unanswered", message: words.answerQuestions(missing) };
    return { values: {}, errors: { ...errors, [answers]: unansweredError } };
  };
}

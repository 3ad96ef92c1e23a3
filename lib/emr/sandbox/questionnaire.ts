import { EmrError, type EmrFormQuestion } from "#lib/emr/port/port";
import type { SandboxForm } from "./records.ts";

/** The result that the EMR derives from the answers to a scored form (interface 3.2); null for other forms. */
export interface Scoring {
  score: number | null;
  riskBand: string | null;
}

const ids = (questions: readonly EmrFormQuestion[]) => questions.map(({ emrQuestionId }) => emrQuestionId).join(", ");

/** Returns whether an answer fits: a numeric score for a scored question, else an option's value or any text. */
function fits({ type, options }: EmrFormQuestion, answer: string): boolean {
  return type === "text" || options.some(({ value, score }) => answer === value || answer === String(score ?? value));
}

const scoreOf = ({ options }: EmrFormQuestion, answer: string | undefined): number =>
  options.find(({ value, score }) => score !== null && (answer === value || answer === String(score)))?.score ?? 0;

/**
 * Checks answers (by question id) against a form and derives total and risk band. Throws a validation fault that names
 * missing required questions, then unknown questions, then answers that are no option.
 */
export function evaluate(form: SandboxForm, answers: Record<string, string>): Scoring {
  const given = (question: EmrFormQuestion) => (answers[question.emrQuestionId] ?? "").trim();
  const missing = form.questions.filter((question) => question.required && given(question) === "");
  if (missing.length > 0)
    throw new EmrError("validation", `missing required answers: ${ids(missing)}`, { code: "missing_answers" });

  const known = new Set(form.questions.map(({ emrQuestionId }) => emrQuestionId));
  const unknown = Object.keys(answers).filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw new EmrError("validation", `questions not on the form: ${unknown.join(", ")}`, { code: "invalid_answers" });

  const wrong = form.questions.filter((question) => given(question) !== "" && !fits(question, given(question)));
  if (wrong.length > 0)
    throw new EmrError("validation", `answers that are not among the options: ${ids(wrong)}`, {
      code: "invalid_answers",
    });

  if (!form.scored) return { score: null, riskBand: null };
  const score = form.questions.reduce((total, question) => total + scoreOf(question, given(question)), 0);
  const band = form.riskBands.findLast(({ from }) => score >= from);
  return { score, riskBand: band?.band ?? null };
}

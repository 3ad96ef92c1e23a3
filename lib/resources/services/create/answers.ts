import { EmrError, type EmrFormQuestion } from "#lib/emr/port/port";
import type { FailureCode } from "#lib/kernel/failure-reasons";

const NUMBER = /^-?\d+(\.\d+)?$/;

const refuse = (problem: string, ids: string[], code: FailureCode): void => {
  if (ids.length > 0) throw new EmrError("validation", `${problem}: ${ids.join(", ")}`, { code });
};

/** Returns an answer in the EMR's form, for a scored question the score; null if it is not an option. */
function asOption({ options }: EmrFormQuestion, given: string): string | null {
  const text = given.trim();
  const byScore = NUMBER.test(text) ? options.find(({ score }) => score === Number(text)) : undefined;
  const option = byScore ?? options.find(({ value }) => value === text);
  if (!option) return null;
  return option.score === null ? option.value : String(option.score);
}

const idOf = ({ emrQuestionId }: EmrFormQuestion) => emrQuestionId;

/**
 * Validates answers, by question id, against the form's questions (interface 3.2 and 4.3). Returns the answers to
 * write; a blank answer counts as missing. Throws a validation fault that lists the failing questions.
 */
export function checkAnswers(questions: EmrFormQuestion[], answers: Record<string, string>): Record<string, string> {
  const given = new Map(Object.entries(answers).filter(([, text]) => text.trim() !== ""));
  const ids = new Set(questions.map(idOf));
  const required = questions.filter((question) => question.required).map(idOf);
  refuse(
    "missing required answers",
    required.filter((id) => !given.has(id)),
    "missing_answers",
  );
  refuse(
    "answers to questions that the form does not have",
    [...given.keys()].filter((id) => !ids.has(id)),
    "invalid_answers",
  );
  const written: Record<string, string> = {};
  const wrong: string[] = [];
  for (const question of questions) {
    const text = given.get(idOf(question));
    if (text === undefined) continue;
    const answer = question.type === "choice" ? asOption(question, text) : text;
    if (answer === null) wrong.push(idOf(question));
    else written[idOf(question)] = answer;
  }
  refuse("answers that are not options of their question", wrong, "invalid_answers");
  return written;
}

import type { FormQuestion } from "#lib/resources/forms/model";

export interface RunningScore {
  /** The sum of the chosen options' scores. */
  total: number;
  /** Number of answered questions. */
  answered: number;
  /** The total if every question had its highest option. */
  highest: number;
}

/**
 * Returns the option that an answer chooses, by its value or by its score (interface 4.3 accepts scores as answers).
 */
export const chosenOption = ({ options }: FormQuestion, answer: string | undefined) =>
  options.find(({ value }) => value === answer) ??
  options.find(({ score }) => score !== null && String(score) === answer);

/** Returns the running score of the answers; the EMR derives the final total and its risk band (interface 3.2). */
export function scoreOf(questions: readonly FormQuestion[], answers: Readonly<Record<string, string>>): RunningScore {
  const score: RunningScore = { total: 0, answered: 0, highest: 0 };
  for (const question of questions) {
    const given = answers[question.emrQuestionId];
    if (given !== undefined && given !== "") score.answered++;
    score.total += chosenOption(question, given)?.score ?? 0;
    score.highest += Math.max(0, ...question.options.map((option) => option.score ?? 0));
  }
  return score;
}

/** Returns the positions, from 1, of the required questions without an answer. */
export const unanswered = (questions: readonly FormQuestion[], answers: Readonly<Record<string, string>>): number[] =>
  questions.flatMap(({ required, emrQuestionId }, index) => (required && !answers[emrQuestionId] ? [index + 1] : []));

/** Returns a question's text with its number in the form, which begins at 1. */
export const numbered = ({ text }: FormQuestion, index: number) => `${index + 1}. ${text}`;

/** An alert that an answer raises. */
export interface RaisedAlert {
  /** Position of the question in the form, from 1. */
  number: number;
  /** The label of the chosen option. */
  answer: string;
  text: string;
}

/** Returns the alerts that the answers raise, in the order of the questions (decisions §5). */
export function raisedAlerts(
  questions: readonly FormQuestion[],
  answers: Readonly<Record<string, string>>,
): RaisedAlert[] {
  return questions.flatMap((question, index) => {
    const chosen = chosenOption(question, answers[question.emrQuestionId]);
    const { alert } = question;
    if (!alert || typeof chosen?.score !== "number" || chosen.score < alert.at_least) return [];
    return [{ number: index + 1, answer: chosen.label, text: alert.text }];
  });
}

import type { FormQuestion } from "#lib/models/form";

export interface RunningScore {
  /** The sum of the chosen options' scores. */
  total: number;
  /** How many of the form's questions have an answer. */
  answered: number;
  /** What the total would be with the highest option of every question. */
  highest: number;
}

/** What the answers to a scored form add up to so far; the EMR derives the final total and its risk band (interface 3.2). */
export function scoreOf(questions: readonly FormQuestion[], answers: Readonly<Record<string, string>>): RunningScore {
  const score: RunningScore = { total: 0, answered: 0, highest: 0 };
  for (const { emrQuestionId, options } of questions) {
    const given = answers[emrQuestionId];
    if (given !== undefined && given !== "") score.answered++;
    score.total += options.find(({ value }) => value === given)?.score ?? 0;
    score.highest += Math.max(0, ...options.map((option) => option.score ?? 0));
  }
  return score;
}

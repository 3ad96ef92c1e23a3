import { type AskedJob, jobAmount } from "#components/jobs/job-gist";
import { formatMoney } from "#lib/kernel/money";
import { jobsWords } from "./retry-words.ts";

/** Sums up the money of the jobs: " · $12.50 in payments"; "" for none. */
function moneyWords(jobs: readonly AskedJob[]): string {
  const amounts = jobs.map(jobAmount).filter((amount) => amount !== null);
  if (amounts.length === 0) return "";
  return ` · ${formatMoney(amounts.reduce((sum, amount) => sum + amount, 0))} in payments`;
}

/** "2 jobs may be held by the EMR already, and need a person · $12.50 in payments" */
export function lostAnswersTitle(jobs: readonly AskedJob[]): string {
  const need = jobs.length === 1 ? "needs" : "need";
  return `${jobsWords(jobs.length)} may be held by the EMR already, and ${need} a person${moneyWords(jobs)}`;
}

/** "The EMR's answers to 2 jobs could not be stored here · $12.50 in payments" */
export function unstoredAnswersTitle(jobs: readonly AskedJob[]): string {
  const answers = jobs.length === 1 ? "answer" : "answers";
  return `The EMR's ${answers} to ${jobsWords(jobs.length)} could not be stored here${moneyWords(jobs)}`;
}

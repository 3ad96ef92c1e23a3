import type { RetryOutcome } from "#lib/browser/api/retry-jobs";
import { numberLocale } from "#lib/kernel/shown-locale";

/** "1 job", "1,200 jobs". */
export const jobsWords = (count: number): string =>
  count === 1 ? "1 job" : `${count.toLocaleString(numberLocale())} jobs`;

/**
 * Explains which failed jobs are left out of a retry, because a newer change of their record was accepted; "" for none.
 */
export function supersededWords(superseded: number): string {
  if (superseded === 0) return "";
  const [are, them, their] = superseded === 1 ? ["is", "it", "its"] : ["are", "them", "their"];
  return `${jobsWords(superseded)} ${are} left out: a newer change of ${their} record was accepted, and trying ${them} again would undo it.`;
}

/** Explains what becomes of retried jobs that the EMR had refused for good. */
export function refusedWords(refused: number): string {
  const [it, its] = refused === 1 ? ["it", "its request"] : ["them", "their requests"];
  return `The EMR refused ${it} for good and would refuse ${its} again, unless something has changed there. To correct ${it}, open the job.`;
}

/**
 * Describes the result of a retry: "3 jobs completed and 1 failed again. Failed jobs are in the list, with their
 * reasons."
 */
export function retryWords({ completed, failed, cancelled }: RetryOutcome): string {
  const parts = [
    failed === 0 ? null : `${failed.toLocaleString(numberLocale())} failed again`,
    cancelled === 0
      ? null
      : `${cancelled.toLocaleString(numberLocale())} ${cancelled === 1 ? "was" : "were"} cancelled`,
  ].filter((part) => part !== null);
  const counts = [`${jobsWords(completed)} completed`, ...parts];
  const last = counts.pop();
  const sentence = counts.length > 0 ? `${counts.join(", ")} and ${last}.` : `${last}; none failed again.`;
  return failed === 0 ? sentence : `${sentence} Failed jobs are in the list, with their reasons.`;
}

import type { Deed } from "#lib/definitions/shown";
import type { JobStanding } from "#lib/job-record/model";

export interface SentenceParts {
  deed: Deed;
  /** The patient's name, or the MRN if the name is unknown; null for a job without a patient. */
  patient: string | null;
  /** The name of the linked account whose EMR the job is for. */
  account: string;
  standing: Pick<JobStanding, "state" | "doubt" | "needs_person">;
  /** When the job ended: "today at 3:04 PM"; null while it has not ended. */
  when: string | null;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Returns one sentence that says what a job did: "A payment of $45.50 for Ana Nguyen was posted to the EMR of Riverside
 * Main Clinic today at 3:04 PM." It claims nothing that the EMR has not confirmed.
 */
export function jobSentence({ deed, patient, account, standing, when }: SentenceParts): string {
  const { what, plural = false, done } = deed;
  const { state, doubt, needs_person: isLeft } = standing;
  const subject = patient === null ? what : `${what} for ${patient}`;
  const was = plural ? "were" : "was";
  const ending = `${done} the EMR of ${account}`;
  if (state === "completed") return `${subject} ${was} ${[ending, when].filter(Boolean).join(" ")}.`;
  if (state === "failed" || state === "cancelled") return `${subject} ${was} not ${ending}.`;
  if (doubt || isLeft) return `It is not known yet whether ${lowerFirst(subject)} ${was} ${ending}.`;
  return `${subject} ${plural ? "have" : "has"} not been ${ending} yet.`;
}

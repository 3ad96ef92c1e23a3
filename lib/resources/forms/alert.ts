import type { EmrFormQuestion, EmrQuestionAlert } from "#lib/emr/port/port";
import { SELF_HARM_ALERT } from "#lib/emr/port/self-harm-alert";

/** The published wording of the PHQ-9's last question, which other questionnaires share. */
const SELF_HARM = /better off dead|hurting yourself/i;

/**
 * Returns a question's alert: the form's own, else the default one for the published question about self-harm, because
 * an EMR that knows no alerts must not hide a positive answer (decisions §5). Null for other questions.
 */
export function alertOf({ alert, text, options }: EmrFormQuestion): EmrQuestionAlert | null {
  if (alert) return alert;
  return SELF_HARM.test(text) && options.some(({ score }) => score !== null) ? SELF_HARM_ALERT : null;
}
